"""What the signs of Word's symbol fonts are in Unicode, as far as contracts use them."""

# A sign without a counterpart.
UNKNOWN = "\ufffd"
_PRIVATE = range(0xF000, 0xF100)

_SYMBOL = dict(
    zip(
        range(0x61, 0x7B), "αβχδεφγηιϕκλμνοπθρστυϖωξψζ", strict=True,
    )
) | dict(
    zip(
        range(0x41, 0x5B), "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ", strict=True,
    )
) | {
    0x22: "∀", 0x24: "∃", 0x27: "∋", 0x2A: "∗", 0x2D: "−", 0x40: "≅", 0x5C: "∴", 0x5E: "⊥", 0x7E: "∼",
    0xA0: "€", 0xA2: "′", 0xA3: "≤", 0xA4: "⁄", 0xA5: "∞", 0xA6: "ƒ", 0xA7: "♣", 0xA8: "♦", 0xA9: "♥", 0xAA: "♠",
    0xAB: "↔", 0xAC: "←", 0xAD: "↑", 0xAE: "→", 0xAF: "↓", 0xB0: "°", 0xB1: "±", 0xB2: "″", 0xB3: "≥", 0xB4: "×",
    0xB5: "∝", 0xB6: "∂", 0xB7: "•", 0xB8: "÷", 0xB9: "≠", 0xBA: "≡", 0xBB: "≈", 0xBC: "…", 0xC5: "⊕", 0xC6: "∅",
    0xC7: "∩", 0xC8: "∪", 0xCE: "∈", 0xCF: "∉", 0xD1: "∇", 0xD2: "®", 0xD3: "©", 0xD4: "™", 0xD5: "∏", 0xD6: "√",
    0xD7: "⋅", 0xD8: "¬", 0xD9: "∧", 0xDA: "∨", 0xDB: "⇔", 0xDC: "⇐", 0xDD: "⇑", 0xDE: "⇒", 0xDF: "⇓", 0xE2: "®",
    0xE3: "©", 0xE4: "™", 0xE5: "∑", 0xF2: "∫",
}  # fmt: skip
_WINGDINGS = {
    0x20: " ", 0x22: "✂", 0x28: "☎", 0x2A: "✉", 0x46: "☞", 0x4A: "☺", 0x6C: "●", 0x6D: "❍", 0x6E: "■", 0x6F: "□",
    0x70: "❐", 0x71: "❑", 0x72: "❒", 0x76: "❖", 0x77: "◆", 0x9F: "•", 0xA1: "○", 0xA7: "▪", 0xA8: "◻", 0xAB: "★",
    0xD8: "➢", 0xDC: "➲", 0xDF: "←", 0xE0: "→", 0xE1: "↑", 0xE2: "↓", 0xE8: "➔", 0xF0: "⇨", 0xFB: "✗", 0xFC: "✓",
    0xFD: "☒", 0xFE: "☑",
}  # fmt: skip
_FONTS = {
    "symbol": _SYMBOL,
    "wingdings": _WINGDINGS,
    "wingdings 2": {0x4F: "✗", 0x50: "✓", 0x51: "☒", 0x52: "☑", 0xA3: "□"},
}


def character(font: str, written: str) -> str:
    """The character that `<w:sym w:font=… w:char=…/>` shows; `UNKNOWN` when Unicode has none that is known here."""
    try:
        code = int(written, 16)
    except ValueError:
        return UNKNOWN
    if not 0x20 <= code <= 0xFFFF or 0xD800 <= code <= 0xDFFF:
        return UNKNOWN
    if code in _PRIVATE:
        code -= 0xF000
    table = _FONTS.get(font.lower())
    if table is None:
        known = not font.lower().startswith(("wingdings", "webdings")) and not 0xE000 <= code <= 0xF8FF
        return chr(code) if known and code >= 0x20 else UNKNOWN
    found = table.get(code)
    if found is not None:
        return found
    return chr(code) if table is _SYMBOL and 0x20 <= code < 0x7F else UNKNOWN


__all__ = ["UNKNOWN", "character"]
