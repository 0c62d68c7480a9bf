"""Intervals, repeats and pairs, held to values known from elsewhere and to slow, obvious twins."""

import math
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playbook_legal.bench.statistics import (
    Interval,
    all_of,
    beta_quantile,
    beta_share,
    expanded_tail,
    mean_interval,
    paired,
    pass_at,
    rate_interval,
    sign_test,
    student_quantile,
)

# Quantiles of the beta distribution: share, a, b, value to twelve digits (from a numerical library).
BETA = (
    (0.975, 1, 12, 0.264648469397),
    (0.025, 1, 12, 0.002107593232),
    (0.975, 2, 11, 0.384796165151),
    (0.025, 6, 7, 0.210944638239),
    (0.975, 7, 6, 0.789055361761),
    (0.5, 0.5, 0.5, 0.5),
    (0.5, 2, 2, 0.5),
    (0.05, 3.5, 0.5, 0.555932890539),
)
STUDENT = ((1, 12.706204736), (2, 4.302652730), (7, 2.364624252), (11, 2.200985160), (30, 2.042272456))


@pytest.mark.parametrize(("share", "a", "b", "value"), BETA)
def test_quantiles_of_the_beta_distribution_are_those_of_the_tables(share, a, b, value):
    assert beta_quantile(share, a, b) == pytest.approx(value, abs=1e-11)


@pytest.mark.parametrize(("degrees", "value"), STUDENT)
def test_quantiles_of_students_t_are_those_of_the_tables(degrees, value):
    assert student_quantile(0.95, degrees) == pytest.approx(value, rel=1e-9)


@given(
    st.floats(0.001, 0.999),
    st.floats(0.5, 200),
    st.floats(0.5, 200),
)
def test_below_a_quantile_lies_its_share(share, a, b):
    assert beta_share(beta_quantile(share, a, b), a, b) == pytest.approx(share, abs=1e-9)


@given(st.integers(1, 40), st.data())
def test_exact_bounds_are_where_the_binomial_tails_are_a_fortieth(count, data):
    hits = data.draw(st.integers(0, count))
    interval = rate_interval(hits / count, count)
    assert interval is not None

    def at_least(rate: float) -> float:
        return float(
            math.fsum(
                math.comb(count, k) * rate**k * (1 - rate) ** (count - k) for k in range(hits, count + 1)
            )
        )

    def at_most(rate: float) -> float:
        return float(
            math.fsum(math.comb(count, k) * rate**k * (1 - rate) ** (count - k) for k in range(hits + 1))
        )

    assert at_least(interval.low) == pytest.approx(0.025 if hits else 1, abs=1e-4)
    assert at_most(interval.high) == pytest.approx(0.025 if hits < count else 1, abs=1e-4)


def test_none_of_twelve_is_not_nothing():
    assert rate_interval(0, 12) == Interval(0.0, 0.264648)
    assert rate_interval(1, 12) == Interval(0.735352, 1.0)
    assert rate_interval(1 / 12, 12) == Interval(0.002108, 0.384796)


def test_a_rate_on_no_matter_has_no_interval():
    assert rate_interval(0, 0) is None


@given(st.integers(1, 30), st.floats(0, 1), st.floats(0, 1))
def test_more_failures_never_lower_a_bound(count, one, other):
    fewer, more = sorted((one, other))
    low, high = rate_interval(fewer, count), rate_interval(more, count)
    assert low is not None
    assert high is not None
    assert low.low <= high.low + 1e-6
    assert low.high <= high.high + 1e-6
    assert low.low - 1e-6 <= fewer <= low.high + 1e-6


def test_the_bootstrap_agrees_with_counting_out_every_draw():
    values = (0.1, 0.5, 0.9, 1.0)
    every = sorted(math.fsum(draw) / 4 for draw in product(values, repeat=4))
    tail = expanded_tail(4)
    interval = mean_interval(values)
    assert interval is not None
    assert interval.low == pytest.approx(every[round(tail * 255)], abs=0.03)
    assert interval.high == pytest.approx(every[255 - round(tail * 255)], abs=0.03)


def test_the_same_values_give_the_same_interval_to_the_last_digit():
    # Written out: a change of the generator, of its seed or of the quantiles shows here.
    assert mean_interval([number / 10 for number in range(12)]) == Interval(0.316667, 0.775)
    assert mean_interval([0.2, 0.4, 0.9, 1.0, 0.0, 0.6]) == Interval(0.133333, 0.9)


def test_the_interval_of_few_matters_is_wider_than_the_plain_percentiles():
    assert expanded_tail(8) == pytest.approx(0.005737520517, rel=1e-9)
    assert expanded_tail(12) < 0.025
    assert expanded_tail(1000) == pytest.approx(0.025, abs=2e-4)


def test_of_two_matters_the_interval_is_from_one_to_the_other():
    assert mean_interval([0.25, 0.75]) == Interval(0.25, 0.75)


def test_one_matter_has_no_interval_and_matters_alike_have_none_of_width():
    assert mean_interval([]) is None
    assert mean_interval([0.5]) is None
    assert mean_interval([0.5, 0.5, 0.5]) == Interval(0.5, 0.5)


@settings(max_examples=25)  # each draws ten thousand times
@given(st.lists(st.floats(0, 1), min_size=2, max_size=9))
def test_an_interval_holds_its_mean_and_stays_among_its_values(values):
    interval = mean_interval(values)
    assert interval is not None
    assert min(values) - 1e-6 <= interval.low <= math.fsum(values) / len(values) + 1e-6
    assert math.fsum(values) / len(values) - 1e-6 <= interval.high <= max(values) + 1e-6


@pytest.mark.parametrize(("episodes", "passed"), [(1, 0), (4, 1), (5, 3), (6, 6), (6, 0)])
def test_repeats_are_the_shares_of_all_ways_to_choose_k(episodes, passed):
    outcomes = [True] * passed + [False] * (episodes - passed)
    for k in range(1, episodes + 1):
        chosen = list(combinations(outcomes, k))
        assert pass_at(k, episodes, passed) == pytest.approx(sum(map(any, chosen)) / len(chosen))
        assert all_of(k, episodes, passed) == pytest.approx(sum(map(all, chosen)) / len(chosen))


@pytest.mark.parametrize(("k", "episodes", "passed"), [(0, 3, 1), (4, 3, 1), (1, 3, 4), (1, 3, -1)])
def test_more_tries_than_were_made_cannot_be_estimated(k, episodes, passed):
    with pytest.raises(ValueError, match="k lies between"):
        pass_at(k, episodes, passed)
    with pytest.raises(ValueError, match="k lies between"):
        all_of(k, episodes, passed)


@pytest.mark.parametrize(
    ("higher", "lower", "value"), [(5, 0, 0.0625), (0, 0, 1.0), (3, 3, 1.0), (8, 1, 0.039062), (1, 2, 1.0)]
)
def test_the_sign_test_is_exact(higher, lower, value):
    assert sign_test(higher, lower) == pytest.approx(value, abs=1e-6)


def test_a_pair_is_compared_matter_by_matter():
    found = paired([0.1, 0.0, -0.2, 0.3])
    assert found is not None
    assert (found.matters, found.higher, found.equal, found.lower) == (4, 2, 1, 1)
    assert found.difference == 0.05
    assert found.sign_test == 1.0
    assert paired([]) is None
