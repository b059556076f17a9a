"""Pages of blocks as one HTML file that needs nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from pitboss.reports.html_style import STYLE

Block = Mapping[str, Any]


def document(title: str, colour: str, pages: Sequence[Block], software: str) -> str:
    body = "\n".join(_page(page) for page in pages)
    return (
        '<!DOCTYPE html>\n<html lang="en-GB">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>\n:root {{ --felt: {colour}; }}\n{STYLE}</style>\n"
        f"</head>\n<body>\n<main>\n{body}\n</main>\n<footer>{escape(software)}</footer>\n"
        "</body>\n</html>\n"
    )


def _page(page: Block) -> str:
    inner = "\n".join(_SHAPES[block["kind"]](block) for block in page["blocks"])
    title, below = escape(page["title"]), escape(page["subtitle"])
    return f'<section>\n<h1>{title}</h1>\n<p class="below">{below}</p>\n{inner}\n</section>'


def _text(block: Block) -> str:
    told = "<b>Warning.</b> " if block["kind"] == "warning" else ""
    return f'{_title(block)}<p class="{block["kind"]}">{told}{escape(block["text"])}</p>'


def _title(block: Block) -> str:
    return f"<h2>{escape(block['title'])}</h2>\n" if block["title"] else ""


def _facts(block: Block) -> str:
    rows = "".join(
        f"<dt>{escape(label)}</dt><dd>{escape(value)}</dd>" for label, value in block["facts"]
    )
    return f'<dl class="{"mono" if block["mono"] else "facts"}">{rows}</dl>'


def _figures(block: Block) -> str:
    every = "".join(
        f"<div><span>{escape(label)}</span><b>{escape(value)}</b></div>"
        for label, value in block["figures"]
    )
    return f'<div class="figures">{every}</div>'


def _table(block: Block) -> str:
    right = [head.startswith(">") for head in block["heads"]]
    heads = _cells("th", [head.lstrip(">") for head in block["heads"]], right)
    rows = "\n".join(f"<tr>{_cells('td', row, right)}</tr>" for row in block["rows"])
    total = _cells("td", block["total"], right) if block["total"] else ""
    foot = f"<tfoot><tr>{total}</tr></tfoot>" if total else ""
    kind = "small" if block["small"] else "plain"
    return (
        f'{_title(block)}<div class="wide"><table class="{kind}"><thead><tr>{heads}</tr></thead>\n'
        f"<tbody>{rows}</tbody>{foot}</table></div>"
    )


def _cells(tag: str, texts: Sequence[str], right: Sequence[bool]) -> str:
    return "".join(
        f"<{tag}{' class=n' if to_right else ''}>{escape(text)}</{tag}>"
        for text, to_right in zip(texts, right, strict=True)
    )


def _chart(block: Block) -> str:
    svg = block["svg"][block["svg"].index("<svg") :]
    return f'<figure role="img" aria-label="{escape(block["says"])}">{svg}</figure>'


_SHAPES = {
    "text": _text,
    "note": _text,
    "warning": _text,
    "facts": _facts,
    "figures": _figures,
    "table": _table,
    "chart": _chart,
}
