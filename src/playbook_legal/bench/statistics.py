"""Statistics for few matters: what is claimed of an agent is a claim about matters like these, so a matter is what
is drawn again.

Episodes of one agent on one matter resemble each other. However often a matter is repeated, it is one matter:
intervals are made over matters, never over episodes as if each were a new one. Everything here is a pure function
of its numbers; the generator of the bootstrap is seeded by them.
"""

import hashlib
import math
import random
from collections.abc import Sequence
from functools import lru_cache
from statistics import NormalDist

import msgspec

CONFIDENCE = 0.95
RESAMPLES = 10_000

_SMALLEST = 1e-300
_PRECISE = 1e-15


class Interval(msgspec.Struct, frozen=True):
    """Between which bounds a figure lies, at 95 %."""

    low: float
    high: float


def told(figure: float) -> float:
    """A figure as it is told, to six decimals: the last digits are the machine's, and no difference of two figures
    may exceed a limit by them alone."""
    return round(figure, 6) + 0.0  # no negative zero


# --- means, over matters ---------------------------------------------------------------------------------


def mean_interval(values: Sequence[float]) -> Interval | None:
    """The interval of the mean of `values`, one for each matter; None for fewer than two matters.

    A bootstrap over matters: RESAMPLES times as many matters are drawn with replacement, and their means are
    ordered. The plain percentiles of it are too narrow for few matters (for eight, as if there were six), so they
    are taken further out, by as much as Student's t and the unbiased variance ask for (Hesterberg 2015, "What
    teachers should know about the bootstrap", the expanded percentile interval).
    """
    count = len(values)
    if count < 2:
        return None
    if min(values) == max(values):
        return Interval(told(values[0]), told(values[0]))
    ordered = _resampled_means(tuple(values))
    tail = expanded_tail(count)
    return Interval(told(_quantile(ordered, tail)), told(_quantile(ordered, 1 - tail)))


def expanded_tail(count: int) -> float:
    """The share that the expanded percentile interval of `count` values leaves out at each end."""
    z = student_quantile(CONFIDENCE, count - 1) * math.sqrt(count / (count - 1))
    return NormalDist().cdf(-z)


@lru_cache(maxsize=2048)
def _resampled_means(values: tuple[float, ...]) -> tuple[float, ...]:
    """The means of RESAMPLES draws with replacement, in order.

    The generator is Python's Mersenne Twister, whose `random()` gives the same numbers on every version, seeded
    by the SHA-256 of the values in their order; a draw is `floor(random() * count)`.
    """
    count = len(values)
    content = "playbook.bootstrap.v1 " + " ".join(value.hex() for value in map(float, values))
    draw = random.Random(hashlib.sha256(content.encode()).digest()).random  # noqa: S311 - no secret
    drawn = iter([values[int(draw() * count)] for _ in range(RESAMPLES * count)])
    return tuple(sorted([math.fsum(each) / count for each in zip(*[drawn] * count, strict=True)]))


def _quantile(ordered: Sequence[float], share: float) -> float:
    """The value below which `share` of `ordered` lies, between neighbours in proportion."""
    at = share * (len(ordered) - 1)
    below = math.floor(at)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (at - below) * (ordered[above] - ordered[below])


# --- rates -----------------------------------------------------------------------------------------------


def rate_interval(rate: float, matters: int) -> Interval | None:
    """The exact interval (Clopper and Pearson 1934) of a rate found on `matters` matters; None when there is none.

    Counted are matters and not episodes, as if all repeats on a matter came out alike: that is the worst case, so
    the interval is never too narrow. On a matter that did fail sometimes the count is a fraction, which the
    interval's own formula takes as it is. None of twelve is 0 to 0.26, not 0 to 0.
    """
    if matters < 1:
        return None
    tail = (1 - CONFIDENCE) / 2
    hits = min(max(rate, 0.0), 1.0) * matters
    # A sum of shares may miss a whole number by its last digit.
    hits = round(hits) if abs(hits - round(hits)) < 1e-9 else hits
    low = 0.0 if hits <= 0 else beta_quantile(tail, hits, matters - hits + 1)
    high = 1.0 if hits >= matters else beta_quantile(1 - tail, hits + 1, matters - hits)
    return Interval(told(low), told(high))


# --- repeats ---------------------------------------------------------------------------------------------


def pass_at(k: int, episodes: int, passed: int) -> float:
    """The chance that at least one of `k` episodes passes, estimated without bias from `passed` of `episodes`."""
    _check_repeats(k, episodes, passed)
    return 1 - math.comb(episodes - passed, k) / math.comb(episodes, k)


def all_of(k: int, episodes: int, passed: int) -> float:
    """The chance that all of `k` episodes pass, estimated without bias from `passed` of `episodes`."""
    _check_repeats(k, episodes, passed)
    return math.comb(passed, k) / math.comb(episodes, k)


def _check_repeats(k: int, episodes: int, passed: int) -> None:
    if not 1 <= k <= episodes or not 0 <= passed <= episodes:
        message = f"{k} of {episodes} episodes, {passed} passed: k lies between 1 and the episodes there are"
        raise ValueError(message)


# --- pairs -----------------------------------------------------------------------------------------------


class Paired(msgspec.Struct, frozen=True):
    """Two agents on the same matters: the mean of the differences (first less second) with its interval, on how
    many matters the first was higher, equal and lower, and the p-value of the sign test (ties left out)."""

    matters: int
    difference: float
    interval: Interval | None
    higher: int
    equal: int
    lower: int
    sign_test: float


def paired(differences: Sequence[float]) -> Paired | None:
    """The comparison that `differences`, one for each matter, make; None without matters."""
    if not differences:
        return None
    higher = sum(one > 0 for one in differences)
    lower = sum(one < 0 for one in differences)
    count = len(differences)
    mean = told(math.fsum(differences) / count)
    interval = mean_interval(differences)
    return Paired(count, mean, interval, higher, count - higher - lower, lower, sign_test(higher, lower))


def sign_test(higher: int, lower: int) -> float:
    """The two-sided exact p-value of `higher` against `lower` when either is as likely as the other."""
    count = higher + lower
    extreme = min(higher, lower)
    tails = 2 * sum(math.comb(count, one) for one in range(extreme + 1))
    return told(min(1.0, float(tails / 2**count)))


# --- quantiles -------------------------------------------------------------------------------------------


def student_quantile(confidence: float, degrees: int) -> float:
    """Student's t of `degrees` degrees of freedom that a share `confidence` lies within, on both sides."""
    share = beta_quantile(1 - confidence, degrees / 2, 0.5)
    return math.sqrt(degrees * (1 - share) / share)


def beta_quantile(share: float, a: float, b: float) -> float:
    """Below which value `share` of the beta distribution of `a` and `b` lies. By bisection, to the last digits."""
    low, high = 0.0, 1.0
    for _ in range(1100):  # as far as doubles go; ends long before, unless the answer is next to 0
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if beta_share(middle, a, b) < share:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def beta_share(x: float, a: float, b: float) -> float:
    """Which share of the beta distribution of `a` and `b` lies below `x` (the regularized incomplete beta function),
    by its continued fraction (Abramowitz and Stegun 26.5.8) where that converges fast, and by symmetry elsewhere."""
    if x <= 0 or x >= 1:
        return 0.0 if x <= 0 else 1.0
    if x > (a + 1) / (a + b + 2):
        return 1 - beta_share(1 - x, b, a)
    logarithm = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)
    return math.exp(logarithm) / a / _fraction(x, a, b)


def _fraction(x: float, a: float, b: float) -> float:
    """The continued fraction 1 + d1/(1 + d2/(1 + ...)) from its front, by Lentz's method."""
    value = c = 1.0
    d = 0.0
    for n in range(1, 10_000):
        m = n // 2
        if n % 2:
            term = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        else:
            term = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        d = 1 + term * d
        d = 1 / (d if abs(d) > _SMALLEST else _SMALLEST)
        c = 1 + term / c
        c = c if abs(c) > _SMALLEST else _SMALLEST
        value *= c * d
        if abs(c * d - 1) < _PRECISE:
            return value
    return value
