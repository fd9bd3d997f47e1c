"""`hand` is a list of five cards such as "9h" or "Td" (rank 2-9, T, J, Q, K, A; then a suit).
Return the name of the hand, the first of these that fits: "straight flush", "four" (or more)
of a rank, "full" (three of one rank, two of another), "flush", "straight", "three", "two pairs",
"pair", "high". A card may be there several times. In a straight an ace counts only as the
highest."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, st


def inputs() -> Inputs:
    return st.one_of(
        args(
            st.lists(
                st.tuples(st.sampled_from("9TJQKA"), st.sampled_from("hd")).map("".join),
                min_size=5,
                max_size=5,
            )
        ),
        args(
            st.tuples(st.permutations("89TJQKA"), st.sampled_from(["hhhhh", "hdhdh", "ddddd"])).map(
                lambda t: [r + s for r, s in zip(t[0][:5], t[1])]
            )
        ),
        args(
            st.tuples(
                st.sampled_from(["23456", "A2345", "TJQKA", "6789T", "34567"]),
                st.sampled_from(["hhhhh", "hdhdh"]),
            ).map(lambda t: [r + s for r, s in zip(*t)])
        ),
        args(
            st.tuples(
                st.sampled_from(
                    ["A2345", "2345A", "22299", "22229", "22233", "22334", "KKQQJ", "KKKQJ"]
                ),
                st.just("hdhdh"),
            ).map(lambda t: [r + s for r, s in zip(*t)])
        ),
    )


def poker_pairs(hand: list[str]) -> str:
    ranks = sorted("23456789TJQKA".index(card[0]) for card in hand)
    flush = len({card[1] for card in hand}) == 1
    straight = ranks == list(range(ranks[0], ranks[0] + 5))
    if straight:
        return "straight flush" if flush else "straight"
    counts = sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)
    if counts[0] >= 4:
        return "four"
    if counts == [3, 2]:
        return "full"
    if flush:
        return "flush"
    if counts[0] == 3:
        return "three"
    return ["high", "pair", "two pairs"][counts.count(2)]


WRONG = {
    "low ace": (
        "straight = ranks == list(range(ranks[0], ranks[0] + 5))",
        "straight = ranks == list(range(ranks[0], ranks[0] + 5)) or ranks == [0, 1, 2, 3, 12]",
    ),
    "full is three": ("    if counts == [3, 2]:\n        return 'full'\n", ""),
    "flush before straight": """
def poker_pairs(hand):
    ranks = sorted("23456789TJQKA".index(c[0]) for c in hand)
    if len({c[1] for c in hand}) == 1:
        return "flush"
    if ranks == list(range(ranks[0], ranks[0] + 5)):
        return "straight"
    counts = sorted((ranks.count(r) for r in set(ranks)), reverse=True)
    return {4: "four", 5: "four"}.get(counts[0]) or ("full" if counts == [3, 2] else "three" if counts[0] == 3 else ["high", "pair", "two pairs"][counts.count(2)])
""",
}
