"""The page in Chromium: each button, links, undo, comparison, a lost connection, two pages."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

pytest.importorskip("openenv")

from hallmark_rl.sdk.env_server.play_app import play_app
from hallmark_rl.sdk.subject.description import Subject
from tests.sdk.play.browser import serving, settled

WIDE, NARROW = {"width": 1100, "height": 800}, {"width": 390, "height": 800}


@pytest.fixture(scope="module")
def private_page(maze: Subject) -> Iterator[str]:
    with serving(play_app(maze, private=True)) as address:
        yield address


class Pages:
    """Pages of one test, which must not report an error at its end."""

    def __init__(self, browser: Any) -> None:
        self.browser, self.problems, self.pages = browser, list[str](), list[Any]()

    def open(self, address: str, **options: Any) -> Any:
        page = self.browser.new_page(**{"viewport": WIDE, **options})
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.goto(f"{address}/play")
        page.wait_for_selector("#now:not([hidden])")
        settled(page)
        self.pages.append(page)
        return page


@pytest.fixture
def pages(chromium: Any) -> Iterator[Pages]:
    opened = Pages(chromium)
    yield opened
    for page in opened.pages:
        assert page.evaluate("window.harmed") is None, "a text of the environment became markup"
        page.close()
    assert not opened.problems


def press(page: Any, selector: str) -> None:
    page.locator(selector).click()
    settled(page)


def status(page: Any) -> str:
    return str(page.inner_text("#status"))


def actions_in(page: Any) -> list[Any]:
    parts = parse_qs(urlsplit(page.url).fragment)
    return list(json.loads(parts["actions"][0]))


def play(page: Any, door: str) -> None:
    page.fill("#action-door", door)
    press(page, "#play")


def test_an_episode_by_hand(pages: Pages, private_page: str) -> None:
    page = pages.open(private_page)
    assert "<img src=x" in page.inner_text("#agent"), "markup is shown as text"
    page.select_option("#reset-level", label="2")
    press(page, "#begin")
    assert "basalt-one" in page.inner_text("#verifier")
    play(page, "left")
    assert "step 1" in status(page)
    assert page.locator("#agent td").all_inner_texts() == ["left", "no"]
    assert page.input_value("#action-door") == "", "short texts are emptied for the next step"
    play(page, "basalt-one")
    assert "over: solved" in status(page)
    assert page.locator("#columns tr:has-text('out')").inner_text().split() == [
        "out", "1", "outcome", "×", "1", "=", "1", "out", "=", "1",
    ]  # fmt: skip
    assert page.locator("#play").is_disabled()
    assert page.locator("#history details").count() == 2
    assert [action["door"] for action in actions_in(page)] == ["left", "basalt-one"]


def test_undo_and_the_back_button(pages: Pages, private_page: str) -> None:
    page = pages.open(private_page)
    for door in ("a", "b", "c"):
        play(page, door)
    press(page, "#undo")
    assert [action["door"] for action in actions_in(page)] == ["a", "b"]
    assert page.input_value("#action-door") == "c", "the action can be changed and played again"
    page.keyboard.press("Alt+u")
    settled(page)
    assert len(actions_in(page)) == 1
    page.go_back()
    settled(page)
    page.wait_for_selector("#history details:nth-child(2)")


def test_keys(pages: Pages, private_page: str) -> None:
    page = pages.open(private_page)
    page.focus("#action-door")
    page.keyboard.type("typed")
    page.keyboard.press("Control+Enter")
    settled(page)
    page.keyboard.type("enter")
    page.keyboard.press("Enter")
    settled(page)
    assert [action["door"] for action in actions_in(page)] == ["typed", "enter"]
    page.keyboard.press("Alt+n")
    settled(page)
    assert actions_in(page) == []
    page.keyboard.press("Alt+c")
    assert page.locator("#other-action").is_visible()


@pytest.mark.parametrize(
    ("button", "outcome"),
    [
        ("Oracle", "oracle played 1 step; the episode earned 1, solved"),
        ("Null", "null played 4 steps; the episode earned 0, not solved"),
        ("Random", "random played 4 steps; the episode earned 0, not solved"),
        ("claims-a-win", "exploit claims-a-win played 4 steps; the episode earned 0, not solved"),
    ],
)
def test_policies(pages: Pages, private_page: str, button: str, outcome: str) -> None:
    page = pages.open(private_page)
    page.click("#exploits-box summary")
    press(page, f"#move button:text-is('{button}')")
    assert page.inner_text("#outcome") == outcome
    press(page, "button:text-is('claims-a-win')")
    assert "not solved" in status(page), "a policy begins an episode that is over again"
    assert len(actions_in(page)) == 4


def test_one_step_of_a_policy_and_a_policy_that_fails(pages: Pages, private_page: str) -> None:
    page = pages.open(private_page)
    page.uncheck("#to-the-end")
    press(page, "button:text-is('Null')")
    assert len(actions_in(page)) == 1
    page.click("#exploits-box summary")
    press(page, "button:text-is('breaks')")
    assert "ZeroDivisionError" in page.inner_text("#notice")
    assert page.locator("#play").is_enabled()


def test_two_answers_side_by_side(pages: Pages, private_page: str) -> None:
    page = pages.open(private_page)
    play(page, "first")
    press(page, "#compare")
    page.fill("#action-door", "wrong")
    page.fill("#other-door", "sesame-one")
    press(page, "#try-both")
    rows = [text.split("\t") for text in page.locator("#comparison tr").all_inner_texts()]
    assert ["reward", "0", "1"] in rows
    assert ["column out", "none", "1"] in rows
    assert len(actions_in(page)) == 1, "comparing plays neither"
    assert page.locator("#comparison tr.changed").count() >= 3
    press(page, "button:text-is('Go on with B')")
    assert "over: solved" in status(page)
    assert [action["door"] for action in actions_in(page)] == ["first", "sesame-one"]


def test_a_link_opens_the_same_episode(pages: Pages, private_page: str) -> None:
    page = pages.open(private_page)
    page.fill("#seed", "12345")
    page.select_option("#reset-mode", label="loud")
    press(page, "#begin")
    play(page, 'a b+c&d="<é%20')
    page.click("#copy-link")
    link = page.inner_text("#copied-text")
    assert link == page.url
    other = pages.browser.new_page()
    pages.pages.append(other)
    other.goto(link)
    other.wait_for_selector("#history details")
    assert other.input_value("#seed") == "12345"
    assert other.locator("#reset-mode option:checked").inner_text() == "loud"
    assert actions_in(other) == actions_in(page)
    assert other.inner_text("#agent") == page.inner_text("#agent")


@pytest.mark.parametrize(
    "fragment", ["#options=[", "#actions=3", "#options={}&actions=[1]", "#x", "#options=%FF"]
)
def test_a_broken_link_is_no_error(pages: Pages, private_page: str, fragment: str) -> None:
    page = pages.open(private_page)
    page.goto("about:blank")
    page.goto(f"{private_page}/play{fragment}")
    page.wait_for_selector("#now:not([hidden]), #notice:not([hidden])")
    settled(page)
    press(page, "#begin")
    assert page.locator("#now").is_visible()


def test_copies(pages: Pages, private_page: str) -> None:
    page = pages.open(private_page)
    play(page, "a")
    press(page, "#copy-script")
    assert "env.step(" in page.inner_text("#copied-text")
    press(page, "#copy-test")
    assert "def test_episode()" in page.inner_text("#copied-text")
    assert "the test" in page.inner_text("#copied-note").lower()


def test_a_lost_connection(pages: Pages, maze: Subject) -> None:
    with serving(play_app(maze, private=False)) as address:
        page = pages.open(address)
        play(page, "a")
    play(page, "b")
    assert "does not answer" in page.inner_text("#notice")
    assert page.input_value("#action-door") == "b", "what was typed is kept"
    press(page, "#retry")
    assert page.locator("#notice").is_visible(), "the server is still away"
    with serving(play_app(maze, private=False), int(address.rpartition(":")[2])):
        press(page, "#retry")
        assert page.locator("#notice").is_hidden()
        assert [action["door"] for action in actions_in(page)] == ["a", "b"]


def test_two_pages_do_not_disturb_each_other(pages: Pages, private_page: str) -> None:
    one, two = pages.open(private_page), pages.open(private_page)
    two.select_option("#reset-level", label="2")
    press(two, "#begin")
    play(one, "a")
    play(two, "basalt-one")
    play(one, "sesame-one")
    assert "step 2" in status(one)
    assert "over: solved" in status(one)
    assert "step 1" in status(two)
    assert [action["door"] for action in actions_in(two)] == ["basalt-one"]


def test_wrong_entries_are_named_at_their_field(pages: Pages, private_page: str) -> None:
    page = pages.open(private_page)
    page.fill("#action-times", "1.5")
    press(page, "#play")
    assert "not an integer" in page.inner_text("#action .field:has(#action-times) .wrong")
    page.fill("#action-times", "7")
    press(page, "#play")
    assert "the action is not valid: times" in page.inner_text("#notice")
    page.fill("#action-times", "2")
    page.fill("#action-extra", "[1, ")
    press(page, "#play")
    assert "not valid JSON" in page.inner_text("#notice")
    page.fill("#seed", "")
    press(page, "#begin")
    assert "seed" in page.inner_text("#notice")
    assert actions_in(page) == []


def test_the_editor(pages: Pages, private_page: str) -> None:
    page = pages.open(private_page)
    page.focus("#action-code")
    page.keyboard.type("def f(x):")
    page.keyboard.press("Enter")
    page.keyboard.type("return '</pre><b>' # x")
    assert page.input_value("#action-code") == "def f(x):\n    return '</pre><b>' # x"
    colours = page.locator("#action .colours")
    assert colours.locator(".k").all_inner_texts() == ["def", "return"]
    assert colours.locator(".s").inner_text() == "'</pre><b>'"
    assert colours.locator(".c").inner_text() == "# x"
    press(page, "#play")
    assert "return" in colours.locator(".failing").inner_text(), "line 2, as the feedback says"
    page.locator("#history summary").first.click()
    assert page.locator("#history .failing").count() == 1
    page.focus("#action-code")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "action-code"
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") != "action-code", "the keyboard gets out"


def test_a_public_page(pages: Pages, maze: Subject) -> None:
    with serving(play_app(maze, private=False)) as address:
        page = pages.open(address)
        play(page, "a")
        assert page.locator("#verifier-pane").is_hidden()
        assert page.locator("[data-policy]").all_inner_texts() == ["Random"]
        assert page.locator("#exploits-box").is_hidden()
        assert "sesame" not in page.content()
        press(page, "#other-seed")
        assert actions_in(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_narrow_screen_in_both_colour_schemes(
    pages: Pages, private_page: str, scheme: str
) -> None:
    page = pages.open(private_page, viewport=NARROW, color_scheme=scheme)
    assert page.evaluate("scrollY") == 0, "a new episode is shown from its beginning"
    play(page, "a" * 40)
    press(page, "#compare")
    page.fill("#action-code", "x = " + "1 + " * 60)
    press(page, "#try-both")
    for summary in page.locator("summary:visible").all():
        summary.click()
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (colour == "rgb(255, 255, 255)") == (scheme == "light")
