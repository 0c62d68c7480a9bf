"""What every page must be: well-formed, without script, without network, with anchors that lead somewhere."""

import re
from collections import Counter
from html.parser import HTMLParser

_VOID = {"meta", "input", "br", "line", "rect", "circle", "path"}
_ALLOWED = {
    *(
        "html",
        "head",
        "meta",
        "title",
        "style",
        "body",
        "header",
        "nav",
        "main",
        "section",
        "article",
        "div",
        "p",
    ),
    *(
        "h1",
        "h2",
        "h3",
        "h4",
        "a",
        "ul",
        "li",
        "table",
        "thead",
        "tbody",
        "tr",
        "th",
        "td",
        "abbr",
        "small",
        "code",
    ),
    *(
        "strong",
        "em",
        "span",
        "mark",
        "details",
        "summary",
        "figure",
        "figcaption",
        "dl",
        "dt",
        "dd",
        "br",
        "label",
    ),
    *("input", "svg", "g", "text", "rect", "line", "circle", "path"),
}


class Page(HTMLParser):
    """A page as parsed: its elements, text, links and faults."""

    def __init__(self, content: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: Counter[str] = Counter()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.text = ""
        self.style = ""
        self.faults: list[str] = []
        self._open: list[str] = []
        self.feed(content)
        self.close()
        if self._open:
            self.faults.append(f"never closed: {self._open}")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        if tag not in _ALLOWED:
            self.faults.append(f"an element {tag} at {self.getpos()}")
        for name, value in attrs:
            if name.startswith("on") or name in ("src", "srcdoc", "formaction", "xlink:href"):
                self.faults.append(f"an attribute {name} at {self.getpos()}")
            if name == "id":
                self.ids.append(value or "")
            if name == "href":
                self.links.append(value or "")
        # Inside SVG an empty element may close itself.
        if tag not in _VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self._open.pop()

    def handle_endtag(self, tag):
        if tag in _VOID:
            return
        if not self._open or self._open[-1] != tag:
            self.faults.append(f"</{tag}> at {self.getpos()} closes {self._open[-1:]}")
        if tag in self._open:
            while self._open.pop() != tag:
                pass

    def handle_data(self, data):
        if self._open and self._open[-1] == "style":
            self.style += data
        else:
            self.text += data

    def handle_comment(self, data):
        self.faults.append(f"a comment at {self.getpos()}: {data[:20]}")


def sound_page(content: str) -> Page:
    """The page parsed, after checking what must hold of every page."""
    page = Page(content)
    assert not page.faults, page.faults[:5]
    twice = [one for one, count in Counter(page.ids).items() if count > 1]
    assert not twice, twice
    anchors = {link[1:] for link in page.links if link.startswith("#")}
    assert anchors <= set(page.ids), anchors - set(page.ids)
    assert not re.search(r"url\(|@import|expression\(", page.style)
    assert not [link for link in page.links if re.match(r"[a-zA-Z][a-zA-Z0-9+.-]*:|//", link)]
    assert content.isprintable() or all(c.isprintable() or c == "\n" for c in content)
    content.encode("utf-8")
    return page
