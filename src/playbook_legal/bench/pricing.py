"""What tokens cost, by a list that the user gives: model names and two prices each, per million tokens."""

from fractions import Fraction
from pathlib import Path

import msgspec

from ..problems import Problem, UnusableInputError, shown
from ..sources import YamlFile, decode, read_source

_MILLION = 1_000_000


class Price(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Price of a million tokens sent to the model (`input`) and of a million written by it (`output`)."""

    input: Fraction
    output: Fraction

    def of(self, input_tokens: int, output_tokens: int) -> float:
        """What so many tokens cost, to eight decimals."""
        exact = (self.input * input_tokens + self.output * output_tokens) / _MILLION
        return float(round(exact, 8))


def read_prices(path: Path) -> dict[str, Price]:
    """The price list at `path`, a YAML mapping of model names to `input` and `output`; `UnusableInputError` with all
    that is wrong with it."""
    file = YamlFile(read_source(path))
    prices = decode(file, dict[str, Price])
    problems = [
        file.problem("range", f"{name} is negative; a price is 0 or more", model, name)
        for model, price in prices.items()
        for name in ("input", "output")
        if getattr(price, name) < 0
    ]
    if problems:
        raise UnusableInputError(problems)
    return prices


def price_of(model: str, prices: dict[str, Price], path: Path) -> Price:
    """The price of a model; `UnusableInputError` when the list read from `path` has none."""
    if model not in prices:
        message = f"there is no price of {shown(model)}; listed are {', '.join(prices) or 'none'}"
        raise UnusableInputError([Problem(path.as_posix(), 0, 0, "price", message)])
    return prices[model]
