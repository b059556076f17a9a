"""Pages of blocks as one self-contained HTML file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from pitboss.reports.blocks import (
    Block,
    CardFace,
    Chart,
    Contents,
    Exercise,
    Facts,
    Figures,
    Form,
    Hands,
    Page,
    Paragraph,
    TableBlock,
)

STYLE = """\
body { margin: 0; background: #F3F1EC; color: #1B1D21;
  font: 15px/1.5 Georgia, "Libertinus Serif", serif;
  font-variant-numeric: lining-nums tabular-nums; }
main { max-width: 900px; margin: 0 auto; padding: 16px; }
section { background: #FFF; margin: 0 0 16px; padding: 28px 34px;
  border-top: 4px solid var(--felt); }
h1 { margin: 0; font-size: 28px; font-weight: 400; color: var(--felt); }
h2 { margin: 22px 0 4px; font-size: 16px; color: var(--felt); }
.below, .note { color: #60656C; }
.below { margin: 0 0 14px; }
.note { font-size: 13px; }
.warning { background: #FFF3D6; border-left: 4px solid #C98A00; padding: 8px 12px; }
dl { display: grid; grid-template-columns: minmax(120px, 220px) 1fr;
  gap: 3px 14px; margin: 14px 0; }
dt { color: #60656C; }
dd { margin: 0; overflow-wrap: anywhere; }
dl.mono dd { font: 12px/1.5 "DejaVu Sans Mono", Consolas, monospace; }
dl.mono dt { font-size: 13px; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(130px, 1fr));
  gap: 1px; margin: 14px 0; }
.figures div { background: color-mix(in srgb, var(--felt) 7%, white); padding: 8px 10px; }
.figures span { display: block; font-size: 12px; color: #60656C; }
.figures b { font-size: 19px; font-weight: 400; color: var(--felt); }
.form { display: grid; grid-template-columns: repeat(auto-fit, minmax(260px, 1fr));
  gap: 14px 34px; margin: 18px 0; }
.form div { display: flex; gap: 10px; border-bottom: 1px solid #60656C; }
.form span { color: #60656C; font-size: 13px; }
.form b { font-weight: 400; }
ol.contents { columns: 2 260px; padding-left: 22px; }
.contents a { color: var(--felt); }
.wide { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; margin: 8px 0; }
table.small { font-size: 13px; }
th, td { text-align: left; padding: 3px 8px; border-bottom: 1px solid #E2E2E2;
  vertical-align: top; white-space: pre-line; }
th { font-size: 12px; color: var(--felt); vertical-align: bottom; }
.n { text-align: right; white-space: nowrap; }
th.n { white-space: normal; }
tfoot td { font-weight: 700; }
.hands { display: flex; flex-wrap: wrap; gap: 18px 30px; margin: 18px 0; }
.hands figure { margin: 0; }
.hands figcaption { font-size: 13px; color: #60656C; max-width: 170px; }
.hands figcaption b { display: block; color: var(--felt); font-size: 14px; }
.card { display: inline-block; width: 44px; height: 60px; margin: 0 5px 6px 0; padding: 4px 6px;
  box-sizing: border-box; border: 1px solid #C9C4B8; border-radius: 6px; background: #FFF;
  font: 700 19px/1.15 Georgia, "Libertinus Serif", serif; vertical-align: top;
  box-shadow: 0 1px 2px rgb(0 0 0 / .12); print-color-adjust: exact; }
.card i { display: block; font-style: normal; font-size: 20px; line-height: 1; }
.card.red { color: #B3202C; }
.card.down { border-style: dashed; background: #F3F1EC; opacity: .65; }
.card.unknown { border: 3px solid #FFF; outline: 1px solid #C9C4B8;
  background: repeating-linear-gradient(45deg, var(--felt) 0 3px,
    color-mix(in srgb, var(--felt) 70%, white) 3px 6px); }
.exercise { break-inside: avoid; border-bottom: 1px solid #E2E2E2; padding: 0 0 10px; }
.exercise p { margin: 2px 0; }
.exercise .hands { margin: 10px 0 4px; }
.exercise ul { list-style: none; margin: 6px 0; padding: 0; columns: 2; }
.exercise li { break-inside: avoid; padding: 1px 0; }
.exercise li b { display: inline-block; width: 1.4em; color: var(--felt); }
.answer { width: 60%; border-bottom: 1px solid #60656C; padding: 10px 0 2px; color: #60656C; }
figure { margin: 14px 0 0; }
figure svg { width: 100%; height: auto; }
footer { text-align: center; color: #60656C; font-size: 12px; padding: 0 0 24px; }
@media print { body { background: #FFF; } main { max-width: none; padding: 0; }
  section { break-after: page; padding: 0; border: 0; } }
"""
RED_SUITS = ("♦", "♥")


def html_file(
    title: str, colours: Mapping[str, str], style: str, body: str, lang: str = "en-GB"
) -> str:
    """A whole file: its head, its styles with the colours they refer to, and its body."""
    variables = " ".join(f"--{name}: {value};" for name, value in colours.items())
    return (
        f'<!DOCTYPE html>\n<html lang="{lang}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>\n:root {{ {variables} }}\n{style}</style>\n"
        f"</head>\n<body>\n{body}</body>\n</html>\n"
    )


def html_pages(title: str, colour: str, pages: Sequence[Page], software: str) -> str:
    sections = "\n".join(_page(number, page, pages) for number, page in enumerate(pages, 1))
    footer = f"<footer>{escape(software)}</footer>"
    return html_file(title, {"felt": colour}, STYLE, f"<main>\n{sections}\n</main>\n{footer}\n")


def _page(number: int, page: Page, pages: Sequence[Page]) -> str:
    blocks = "\n".join(
        _contents(block, pages) if isinstance(block, Contents) else _block(block)
        for block in page.blocks
    )
    title, subtitle = escape(page.title), escape(page.subtitle)
    head = f'<h1>{title}</h1>\n<p class="below">{subtitle}</p>'
    return f'<section id="page-{number}">\n{head}\n{blocks}\n</section>'


def _contents(block: Contents, pages: Sequence[Page]) -> str:
    """Links to all pages but the first, which holds them."""
    links = "".join(
        f'<li><a href="#page-{number}">{escape(page.title)}</a></li>'
        for number, page in list(enumerate(pages, 1))[1:]
    )
    return f'<nav>{_title(block.title)}<ol class="contents">{links}</ol></nav>'


def _block(block: Block) -> str:
    match block:
        case Paragraph():
            return _paragraph(block)
        case Facts():
            return _facts(block)
        case Figures():
            return _figures(block)
        case TableBlock():
            return _table(block)
        case Chart():
            return _chart(block)
        case Hands():
            return _hands(block)
        case Exercise():
            return _exercise(block)
        case Form():
            return _form(block)
        case Contents():
            raise AssertionError("it is made with the pages that it lists")


def _form(block: Form) -> str:
    lines = "".join(
        f"<div><span>{escape(label)}</span><b>{escape(text) or '&nbsp;'}</b></div>"
        for label, text in block.lines
    )
    return f'<div class="form">{lines}</div>'


def _paragraph(block: Paragraph) -> str:
    prefix = "<b>Warning.</b> " if block.kind == "warning" else ""
    return f'{_title(block.title)}<p class="{block.kind}">{prefix}{escape(block.text)}</p>'


def _title(title: str) -> str:
    return f"<h2>{escape(title)}</h2>\n" if title else ""


def _facts(block: Facts) -> str:
    items = "".join(
        f"<dt>{escape(label)}</dt><dd>{escape(value)}</dd>" for label, value in block.facts
    )
    return f'<dl class="{"mono" if block.mono else "facts"}">{items}</dl>'


def _figures(block: Figures) -> str:
    items = "".join(
        f"<div><span>{escape(label)}</span><b>{escape(value)}</b></div>"
        for label, value in block.figures
    )
    return f'<div class="figures">{items}</div>'


def _table(block: TableBlock) -> str:
    aligned_right = [head.startswith(">") for head in block.heads]
    heads = _cells("th", [head.lstrip(">") for head in block.heads], aligned_right)
    rows = "\n".join(f"<tr>{_cells('td', row, aligned_right)}</tr>" for row in block.rows)
    total = _cells("td", block.total, aligned_right) if block.total else ""
    foot = f"<tfoot><tr>{total}</tr></tfoot>" if total else ""
    size = "small" if block.small else "plain"
    return (
        f'{_title(block.title)}<div class="wide"><table class="{size}">'
        f"<thead><tr>{heads}</tr></thead>\n<tbody>{rows}</tbody>{foot}</table></div>"
    )


def _cells(tag: str, texts: Sequence[str], aligned_right: Sequence[bool]) -> str:
    return "".join(
        f"<{tag}{' class=n' if right else ''}>{escape(text)}</{tag}>"
        for text, right in zip(texts, aligned_right, strict=True)
    )


def _chart(block: Chart) -> str:
    svg = block.svg[block.svg.index("<svg") :]
    return f'<figure role="img" aria-label="{escape(block.says)}">{svg}</figure>'


def _hands(block: Hands) -> str:
    figures = "".join(
        f"<figure><div>{''.join(_card(card) for card in hand.cards)}</div>"
        f"<figcaption><b>{escape(hand.name)}</b>{escape(hand.says)}</figcaption></figure>"
        for hand in block.hands
    )
    return f'<div class="hands">{figures}</div>'


def _exercise(block: Exercise) -> str:
    facts = "".join(f"<p>{escape(fact)}</p>" for fact in block.facts)
    choices = "".join(
        f"<li><b>{escape(letter)}</b> {escape(text)}</li>" for letter, text in block.choices
    )
    answer = f"<ul>{choices}</ul>" if choices else '<p class="answer">Answer:</p>'
    hands = _hands(Hands(block.hands)) if block.hands else ""
    asks = f"<p><b>{escape(block.asks)}</b></p>" if block.asks else ""
    return (
        f'<div class="exercise"><h2>{escape(block.number)}. {escape(block.title)}</h2>'
        f"{facts}{hands}{asks}{answer}</div>"
    )


def _card(card: CardFace) -> str:
    kinds = ["card"]
    if card.suit in RED_SUITS:
        kinds.append("red")
    if not card.shown:
        kinds.append("down" if card.rank else "unknown")
    return (
        f'<span class="{" ".join(kinds)}" role="img" aria-label="{escape(card.says)}">'
        f"{escape(card.rank)}<i>{escape(card.suit)}</i></span>"
    )
