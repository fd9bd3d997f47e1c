"""Return the prime factors of `n` (at least 1) in ascending order, each as often as it divides
`n`."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, st


def inputs() -> Inputs:
    return args(
        st.one_of(
            st.integers(1, 400),
            st.lists(st.sampled_from([2, 3, 5, 7, 11]), max_size=5).map(
                lambda f: __import__("math").prod(f)
            ),
        )
    )


def prime_factors(n: int) -> list[int]:
    factors = []
    divisor = 2
    while divisor * divisor <= n:
        while n % divisor == 0:
            factors.append(divisor)
            n //= divisor
        divisor += 1
    if n > 1:
        factors.append(n)
    return factors


def check_product(result: list[int], n: int) -> bool:
    product = 1
    for factor in result:
        product *= factor
    return product == n and result == sorted(result)


WRONG = {
    "misses squares of primes": ("divisor * divisor <= n", "divisor * divisor < n"),
    "each once": ("while n % divisor == 0", "if n % divisor == 0"),
    "forgets the rest": """
def prime_factors(n):
    out = []
    for d in range(2, int(n ** 0.5) + 1):
        while n % d == 0:
            out.append(d)
            n //= d
    return out
""",
}

EQUIVALENT = {
    "while divisor + divisor <= n:": "tries more divisors than it needs",
}
