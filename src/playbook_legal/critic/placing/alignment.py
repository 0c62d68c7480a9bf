"""Where in a text the words of a quotation come nearest, and which of them differ.

The search is fuzzy and finds the neighbour only; that two passages are the same is always decided by exact
comparison. The distance is counted in words: one for each word changed, added or left out.
"""

from collections.abc import Sequence

import msgspec

# Beyond this the differing middle of two passages is one difference and is not taken apart.
_MAXIMUM_CELLS = 40_000


class Block(msgspec.Struct, frozen=True):
    """Words `[start, end)` of the quotation for which the text has its words `[text_start, text_end)`."""

    start: int
    end: int
    text_start: int
    text_end: int


def nearest(quoted: Sequence[str], text: Sequence[str]) -> tuple[int, int, int]:
    """Distance, start and end of the run of `text` nearest to the words `quoted`; `quoted` is not empty.

    A quotation may begin and end in the middle of a word. Several runs at the same distance: the first, and of
    its possible ends those that pair words one to one.
    """
    size = len(quoted)
    bits = _bits(quoted, text)
    distances = _distances(bits, text, size, anchored=False)
    least = min(distances)
    end = distances.index(least)
    while end + 1 < len(distances) and distances[end + 1] == least:
        end += 1
    back = list(reversed(text[max(0, end - 2 * size - 1) : end]))
    turned = {word: _turned(mask, size) for word, mask in bits.items()}
    behind = _distances(turned, back, size, anchored=True)
    length = min(range(len(behind)), key=lambda at: (behind[at], abs(at - size)))
    return least, end - length, end


def _bits(quoted: Sequence[str], text: Sequence[str]) -> dict[str, int]:
    """For each word of the text that occurs in the quotation, a bit for each of the places where it does."""
    bits: dict[str, int] = {}
    for at, word in enumerate(quoted):
        bits[word] = bits.get(word, 0) | 1 << at
    first, last, top = quoted[0], quoted[-1], 1 << (len(quoted) - 1)
    for word in set(text):
        mask = int(word.endswith(first)) | (top if word.startswith(last) else 0)
        if mask:
            bits[word] = bits.get(word, 0) | mask
    return bits


def _turned(mask: int, size: int) -> int:
    return int(format(mask, f"0{size}b")[::-1], 2)


def _distances(bits: dict[str, int], text: Sequence[str], size: int, *, anchored: bool) -> list[int]:
    """For each end in `text` (0 … its length) the least distance of a run that ends there; `anchored`: of the
    run from the beginning of the text to there.

    The columns of the table of distances are kept as differences, one bit a row (G. Myers, "A fast bit-vector
    algorithm for approximate string matching", Journal of the ACM 46, 1999), so that a column costs a dozen
    operations whatever the length of the quotation.
    """
    full = (1 << size) - 1
    top = 1 << (size - 1)
    up, down, distance = full, 0, size
    first = 1 if anchored else 0
    distances = [size]
    for word in text:
        equal = bits.get(word, 0)
        vertical = equal | down
        horizontal = (((equal & up) + up) ^ up) | equal
        rise = down | (full & ~(horizontal | up))
        fall = up & horizontal
        if rise & top:
            distance += 1
        elif fall & top:
            distance -= 1
        rise = ((rise << 1) | first) & full
        fall = (fall << 1) & full
        up = fall | (full & ~(vertical | rise))
        down = rise & vertical
        distances.append(distance)
    return distances


def differences(quoted: Sequence[str], text: Sequence[str]) -> list[Block]:
    """The blocks in which `quoted` and `text` differ, in order, with as few words in them as possible."""
    head = 0
    shorter = min(len(quoted), len(text))
    while head < shorter and _same(quoted, head, text[head]):
        head += 1
    tail = 0
    while tail < shorter - head and _same(quoted, len(quoted) - 1 - tail, text[len(text) - 1 - tail]):
        tail += 1
    q_end, t_end = len(quoted) - tail, len(text) - tail
    rows, columns = q_end - head, t_end - head
    if rows == 0 and columns == 0:
        return []
    if rows == 0 or columns == 0 or rows * columns > _MAXIMUM_CELLS:
        return [Block(head, q_end, head, t_end)]
    table = _table(quoted, text, head, rows, columns)
    return _blocks(quoted, text, head, table)


def _same(quoted: Sequence[str], at: int, word: str) -> bool:
    """Whether the word of the text is the quotation's, which may begin and end in the middle of one."""
    mine = quoted[at]
    return (
        mine == word or (at == 0 and word.endswith(mine)) or (at == len(quoted) - 1 and word.startswith(mine))
    )


def _table(quoted: Sequence[str], text: Sequence[str], head: int, rows: int, columns: int) -> list[list[int]]:
    table = [list(range(columns + 1))]
    for i in range(1, rows + 1):
        above = table[-1]
        row = [i]
        for j in range(1, columns + 1):
            cost = above[j - 1] + (not _same(quoted, head + i - 1, text[head + j - 1]))
            row.append(min(cost, above[j] + 1, row[-1] + 1))
        table.append(row)
    return table


def _blocks(quoted: Sequence[str], text: Sequence[str], head: int, table: list[list[int]]) -> list[Block]:
    blocks: list[Block] = []
    i, j = len(table) - 1, len(table[0]) - 1
    while i or j:
        here = table[i][j]
        before = (i, j)
        if i and j and table[i - 1][j - 1] == here and _same(quoted, head + i - 1, text[head + j - 1]):
            i, j = i - 1, j - 1
            continue
        if i and j and table[i - 1][j - 1] + 1 == here:
            i, j = i - 1, j - 1
        elif i and table[i - 1][j] + 1 == here:
            i -= 1
        else:
            j -= 1
        end, text_end = head + before[0], head + before[1]
        if blocks and (blocks[-1].start, blocks[-1].text_start) == (end, text_end):
            joined = blocks.pop()
            end, text_end = joined.end, joined.text_end
        blocks.append(Block(head + i, end, head + j, text_end))
    blocks.reverse()
    return blocks
