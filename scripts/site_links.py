"""What is wrong with a built site: a link to a target or an anchor that does not exist, or to a
folder, which does not open from disk; something that a browser would load from elsewhere; a script
or a style in the page, which our server's content policy refuses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urljoin, urlsplit

# What a browser fetches by itself, by tag and attribute; of <link> only what is not for crawlers.
LOADED = {
    *(("script", "src"), ("img", "src"), ("iframe", "src"), ("source", "src"), ("image", "href")),
    *(("video", "src"), ("audio", "src"), ("embed", "src"), ("object", "data"), ("use", "href")),
}
NOT_LOADED = {"canonical", "alternate", "prev", "next", "author", "license"}
IN_STYLE = re.compile(r"""(?:url\(\s*|@import\s+)["']?((?:https?:)?//[^"')\s]+)""")
SITE = "http://site.example/"


class Link(NamedTuple):
    target: str
    is_loaded: bool


class Page(HTMLParser):
    """The links and the anchors of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[Link] = []
        self.anchors: set[str] = {""}
        self.inline: list[str] = []  # Tags with a script or a style of their own.
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        self.anchors.add(attributes.get("id", ""))
        is_data = attributes.get("type") == "application/json"
        is_script = tag == "script" and "src" not in attributes and not is_data
        if is_script or tag == "style" or "style" in attributes:
            self.inline.append(tag)
        if tag == "a":
            self.anchors.add(attributes.get("name", ""))
            if "href" in attributes:
                self.links.append(Link(attributes["href"], is_loaded=False))
        elif tag == "link":
            fetched = not NOT_LOADED & {*attributes.get("rel", "").split()}
            self.links.append(Link(attributes.get("href", ""), is_loaded=fetched))
        for name, value in attributes.items():
            if (tag, name) in LOADED:
                self.links.append(Link(value, is_loaded=True))
            self.links += [Link(url, is_loaded=True) for url in IN_STYLE.findall(value)]


def problems(site: Path) -> list[str]:
    """One sentence for each thing that is wrong, in the order of the pages."""
    return [*_of_pages(site), *_of_styles(site)]


def _of_pages(site: Path) -> Iterator[str]:
    @cache
    def read(path: Path) -> Page:
        return Page(path.read_text("utf-8"))

    for path in sorted(site.rglob("*.html")):
        name = path.relative_to(site).as_posix()
        address = urljoin(SITE, name)
        yield from (f"{name} has an inline script or style: {tag}." for tag in read(path).inline)
        for link in read(path).links:
            full = urljoin(address, link.target)
            parts = urlsplit(full)
            if f"{parts.scheme}://{parts.netloc}/" != SITE:
                if link.is_loaded and parts.scheme != "data":
                    yield f"{name} loads {link.target} from elsewhere."
                continue
            target = site / unquote(parts.path).lstrip("/")
            if target.is_dir():
                yield f"{name} links to {link.target}, a folder, which does not open from disk."
            elif not target.is_file():
                yield f"{name} links to {link.target}, which does not exist."
            elif target.suffix == ".html" and unquote(parts.fragment) not in read(target).anchors:
                yield f"{name} links to {link.target}, where there is no such anchor."


def _of_styles(site: Path) -> Iterator[str]:
    for path in sorted(site.rglob("*.css")):
        for url in IN_STYLE.findall(path.read_text("utf-8")):
            yield f"{path.relative_to(site).as_posix()} loads {url} from elsewhere."
