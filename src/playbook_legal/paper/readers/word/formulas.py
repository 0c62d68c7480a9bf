"""The text of a formula on one line: `x²/4`."""

from .blocks import LOWERED, RAISED, Piece, Standing
from .names import MATH_DENOMINATOR, MATH_LOWERED, MATH_RAISED, MATH_TEXT, Element


def formula_pieces(formula: Element, standing: Standing) -> list[Piece]:
    """What `formula` prints, in order, raised and lowered as it stands there, with a stroke before each denominator;
    nothing when it is no formula."""
    pieces: list[Piece] = []
    divided: list[Element] = []
    for text in formula.iter(MATH_TEXT):
        if text.text:
            emphasis, below = _in_formula(text, formula)
            if below is not None and all(below is not known for known in divided):
                divided.append(below)
                pieces.append(Piece("/", standing, 0, text))
            pieces.append(Piece(text.text, standing, emphasis, text))
    return pieces


def _in_formula(text: Element, formula: Element) -> tuple[int, Element | None]:
    """Whether a formula raises or lowers the text, and the denominator it stands in."""
    emphasis = 0
    for one in text.iterancestors():
        if one is formula:
            break
        if one.tag == MATH_DENOMINATOR:
            return emphasis, one
        if not emphasis:
            emphasis = RAISED * (one.tag in MATH_RAISED) | LOWERED * (one.tag in MATH_LOWERED)
    return emphasis, None


__all__ = ["formula_pieces"]
