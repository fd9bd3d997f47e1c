"""The mails, by folder, and the inboxes that are made of them."""

from __future__ import annotations

from random import Random

MAILS: dict[str, tuple[str, ...]] = {
    "billing": (
        "Invoice 2207 was charged twice to our card",
        "Please send the receipt for March to our accounting",
        "We changed our address, can the next invoice show it?",
        "Why did the price per seat rise on our statement?",
        "Our purchase order number is missing on the bill",
        "The VAT number on your invoice is wrong",
        "Can we pay the yearly fee by bank transfer?",
    ),
    "bug": (
        "The export button does nothing since Tuesday",
        "Crash when I open a file with umlauts in its name",
        "Charts show the wrong month after the update",
        "The search finds deleted documents",
        "Saving takes a minute and then fails with code 17",
        "Dark mode makes the menu unreadable",
        "Dates before 1970 are displayed as tomorrow",
    ),
    "sales": (
        "Do you have a discount for schools?",
        "We would like a demo for our team of forty",
        "Which plan includes single sign-on?",
        "Could you quote 250 seats for three years?",
        "Is there a version that we can host ourselves?",
        "Our trial ends on Friday, what are the next steps to buy?",
        "How do you compare with the tool that we use now?",
    ),
    "spam": (
        "You have won a luxury cruise, claim it today",
        "Grow your followers by 10000 in one night",
        "Cheap watches, original quality, free shipping",
        "Dear friend, I need your help to move a fortune",
        "Your parcel is waiting, pay the small fee here",
        "Rank first on every search engine, guaranteed",
        "Hot stocks that double every week",
    ),
    "security": (
        "A stranger logged in to my account from abroad",
        "I found a way to read the notes of other customers",
        "Our former employee still has access to the workspace",
        "Your site accepts my old password after a reset",
        "The download link works without signing in",
        "I lost the laptop with my signed-in session",
        "An API key of yours is in a public repository",
    ),
}
FOLDERS = tuple(MAILS)
SIZES = {1: 3, 2: 5}
INBOXES = {"train": 40, "test": 12}
_HELD_OUT = 11

FOLDER_OF = {mail: folder for folder, mails in MAILS.items() for mail in mails}


def pool(split: str) -> list[str]:
    """The mails of a split."""
    mails = list(FOLDER_OF)
    Random("mails").shuffle(mails)
    return mails[_HELD_OUT:] if split == "train" else mails[:_HELD_OUT]


def inboxes(split: str, level: int) -> list[tuple[str, ...]]:
    """Different inboxes, each with mails of at least two folders."""
    rng = Random(f"inboxes {split} {level}")
    mails = pool(split)
    made: list[tuple[str, ...]] = []
    while len(made) < INBOXES[split]:
        inbox = tuple(rng.sample(mails, SIZES[level]))
        if inbox not in made and len({FOLDER_OF[mail] for mail in inbox}) > 1:
            made.append(inbox)
    return made
