"""The rule card as one self-contained HTML file; it prints on one page."""

from __future__ import annotations

from html import escape
from typing import Any

from pitboss.reports.card.card_faces import face
from pitboss.reports.card.house import Logo
from pitboss.reports.card.page_layout import EXAMPLE, column_height, tallest
from pitboss.reports.html import html_file

STYLE = """\
@page { size: A4; margin: 0; }
* { box-sizing: border-box; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
body { margin: 0; background: #0B0D10; color: var(--ink); font: 15px/1.36 Inter, "Segoe UI",
  Helvetica, Arial, "DejaVu Sans", sans-serif; font-variant-numeric: tabular-nums; }
:lang(zh) body { font-family: Inter, "Segoe UI", Helvetica, "PingFang SC", "Microsoft YaHei",
  "Noto Sans SC", "Noto Sans CJK SC", "WenQuanYi Micro Hei", sans-serif; }
.card { width: 900px; max-width: 100%; min-height: 1273px; margin: 0 auto; background: #FDFBF5;
  display: flex; flex-direction: column; font-size: var(--size); }
header { position: relative; background: radial-gradient(ellipse at 50% -40%,
  rgb(255 255 255 / .16), transparent 70%), var(--felt); border-bottom: 5px solid var(--gold);
  text-align: center; padding: 24px 36px 20px; }
header img { position: absolute; left: 36px; top: 18px; width: 124px; height: calc(100% - 36px);
  object-fit: contain; object-position: left; }
h1 { margin: 0 0 4px; color: var(--gold); font: 400 36px/1.15 Cinzel, "Libertinus Serif", Georgia,
  "Noto Sans SC", "PingFang SC", "Microsoft YaHei", "DejaVu Serif", serif; letter-spacing: .08em;
  text-transform: uppercase; }
h1.long { font-size: 27px; letter-spacing: .04em; }
header p { margin: 0; color: var(--ivory); font-size: 16px; }
header .house { font-size: 14px; letter-spacing: .14em; text-transform: uppercase; }
header.logo { padding-left: 172px; padding-right: 172px; }
main { display: grid; grid-template-columns: 1fr 1fr; gap: 0 32px; padding: 18px 36px 20px;
  flex: 1; }
.column { display: flex; flex-direction: column; justify-content: space-between; gap: .9em; }
section, .wager { min-width: 0; }
h2 { margin: 0 0 .45em; padding-bottom: .15em; border-bottom: 1.5px solid var(--gold);
  color: var(--felt); font-size: 1.12em; line-height: 1.3; }
ol { margin: 0; padding-left: 1.4em; }
li { margin: 0 0 .35em; }
li::marker { color: var(--felt); font-weight: 700; }
p { margin: 0; }
.best { padding: .5em .7em; border-left: 4px solid var(--gold); font-weight: 650;
  background: color-mix(in srgb, var(--felt) 9%, white); }
.faces { display: inline-flex; gap: .22em; }
.faces svg { display: block; height: 3.2em; width: auto; }
.hands .faces svg { height: var(--face); }
.values { display: flex; justify-content: space-between; gap: .8em; text-align: center;
  font-size: .88em; }
.values div:not(:last-child) p { white-space: nowrap; }
.sample { display: grid; grid-template-columns: 1fr 1fr; gap: .8em; font-size: .95em; }
.settled td:nth-child(2) { text-align: left; font-weight: 400; color: #5F5A4E; }
.hands { list-style: none; padding: 0; margin: 0 0 .5em; }
.hands li { display: flex; align-items: center; gap: .8em; margin: 0 0 .38em; line-height: 1.25; }
.hands b, .hands small { display: block; }
.hands small, .about, h3 small { color: #5F5A4E; }
.hands small { font-size: .88em; }
.hands em { margin-left: auto; color: var(--felt); font-size: .82em; }
:lang(zh) em { font-style: normal; }
h3 { margin: 0 0 .15em; color: var(--felt); font-size: 1.04em; line-height: 1.3; }
h3 small { font-weight: 400; font-size: .8em; }
h3 span { font-weight: 400; font-size: .86em; }
.about { font-size: .88em; line-height: 1.3; margin: 0 0 .2em; }
table { width: 100%; border-collapse: collapse; font-size: .95em; }
th, td { padding: .14em 0; border-bottom: 1px solid #E4DCC8; vertical-align: bottom;
  text-align: left; overflow-wrap: anywhere; }
th { color: var(--felt); font-size: .84em; font-weight: 400; }
td + th, th + th, td + td { text-align: right; padding-left: .9em; }
td + td { font-weight: 650; white-space: nowrap; }
.limits { background: var(--gold); color: var(--ink); text-align: center; padding: 9px 36px;
  font-size: 15.5px; }
.limits b { margin-right: .6em; }
footer { background: var(--felt); color: var(--ivory); }
.lines { padding: 13px 36px 14px; font-size: 12.5px; line-height: 1.35; display: grid; gap: 5px; }
.fine { display: flex; gap: 30px; justify-content: space-between; font-size: 11px; }
.fine p + p { text-align: right; white-space: nowrap; }
code { font: 11px "DejaVu Sans Mono", Consolas, monospace; margin-left: .5em; }
@media screen and (max-width: 720px) { main { grid-template-columns: 1fr; gap: 20px;
    padding: 18px; }
  .card { min-height: 0; font-size: 15px; } h1, h1.long { font-size: 25px; }
  header, header.logo { padding: 20px 18px; }
  header img { position: static; display: block; margin: 0 auto 10px; height: 64px;
    object-position: center; }
  .limits, .lines { padding-left: 18px; padding-right: 18px; }
  .values { flex-wrap: wrap; justify-content: flex-start; gap: .8em 1.4em; }
  .fine { flex-direction: column; gap: 5px; } .fine p + p { text-align: left; } }
@media print { body { background: none; } .card { width: 900px; max-width: none;
  min-height: 0; height: 1273px; overflow: hidden; zoom: .8819; } }
"""
LONG_TITLE = 24
LARGEST_FACE, FACE_GAP = 4.2, 0.4
# The print fills the page: its size follows from the number of lines in the higher column.
ROOM, LARGEST, SMALLEST = 860, 18, 10  # In pixels.
SMALL_GAME, LARGEST_OF_SMALL = 24, 21  # A game of few words has larger print.


def card_html(data: dict[str, Any], logo: Logo | None = None) -> bytes:
    """The card from its data: see `rule_card.card_data`."""
    parts = {
        "how": _how,
        "qualifying": _paragraph,
        "strategy": _paragraph,
        "values": _values,
        "hands": _hands,
        "points": _points,
        "pays": _pays,
        "sample": _sample,
    }
    columns = "\n".join(
        '<div class="column">\n' + "\n".join(parts[name](data, name) for name in names) + "\n</div>"
        for names in data["columns"]
    )
    body = (
        f'<div class="card">\n{_header(data, logo)}\n<main>\n{columns}\n</main>\n'
        f"{_footer(data)}\n</div>\n"
    )
    title = f"{data['title']}, {data['headings']['kind']}"
    colours = {
        **data["colours"],
        "size": f"{print_size(data):.1f}px",
        "face": f"{face_height(data):.1f}em",
    }
    return html_file(title, colours, STYLE, body, data["headings"]["lang"]).encode()


def print_size(data: dict[str, Any]) -> float:
    size = ROOM / tallest(data)
    return max(SMALLEST, min(LARGEST_OF_SMALL if size > SMALL_GAME else LARGEST, size))


def face_height(data: dict[str, Any]) -> float:
    """The height of the cards that show the order of hands: they take up what room is left."""
    number = len(data["examples"])
    left = ROOM / print_size(data) - column_height(data, "hands")
    return min(LARGEST_FACE, EXAMPLE - FACE_GAP + max(0, left / number)) if number else 0


def _header(data: dict[str, Any], logo: Logo | None) -> str:
    title_class = ' class="long"' if len(data["title"]) > LONG_TITLE else ""
    image = "" if logo is None else f'<img src="{logo.address}" alt="{escape(data["house"])}">'
    house = f'<p class="house">{escape(data["house"])}</p>' if data["house"] else ""
    english = f"{escape(data['english'])} · " if data["english"] else ""
    return (
        f'<header class="{"logo" if image else "plain"}">{image}{house}'
        f"<h1{title_class}>{escape(data['title'])}</h1>"
        f"<p>{english}{escape(data['tagline'])}</p></header>"
    )


def _footer(data: dict[str, Any]) -> str:
    return (
        f'<footer><p class="limits"><b>{escape(data["headings"]["limits"])}</b> '
        f'{escape(data["limits"])}</p>\n<div class="lines"><p>{escape(data["responsible"])}</p>'
        f"<p>{escape(data['malfunction'])}</p>"
        f'<div class="fine"><p>{escape(data["notice"])}</p><p>{escape(data["version"])}'
        f"<code>{escape(data['fingerprint'])}</code></p></div></div></footer>"
    )


def _section(data: dict[str, Any], name: str, content: str) -> str:
    return f"<section><h2>{escape(data['headings'][name])}</h2>\n{content}</section>"


def _how(data: dict[str, Any], name: str) -> str:
    steps = "".join(f"<li>{escape(step)}</li>" for step in data["steps"])
    return _section(data, name, f"<ol>{steps}</ol>")


def _paragraph(data: dict[str, Any], name: str) -> str:
    css_class = ' class="best"' if name == "strategy" else ""
    return _section(data, name, f"<p{css_class}>{escape(data[name])}</p>")


def _points(data: dict[str, Any], name: str) -> str:
    return _section(data, name, "".join(f"<p>{escape(point)}</p>" for point in data["points"]))


def _faces(data: dict[str, Any], cards: list[str]) -> str:
    drawn = "".join(
        face(card).replace(
            'xmlns="http://www.w3.org/2000/svg"',
            f'role="img" aria-label="{escape(data["cards"][card])}"',
        )
        for card in cards
    )
    return f'<span class="faces">{drawn}</span>'


def _values(data: dict[str, Any], name: str) -> str:
    values = "".join(
        f"<div>{_faces(data, value['cards'])}<p>{escape(value['says'])}</p></div>"
        for value in data["values"]
    )
    return _section(data, name, f'<div class="values">{values}</div>')


def _hands(data: dict[str, Any], name: str) -> str:
    last = len(data["examples"]) - 1
    places = {0: data["headings"]["highest"], last: data["headings"]["lowest"]}
    examples = "".join(
        f"<li>{_faces(data, hand['cards'])}<div><b>{escape(hand['name'])}</b>"
        f"<small>{escape(hand['says'])}</small></div><em>{escape(places.get(place, ''))}</em></li>"
        for place, hand in enumerate(data["examples"])
    )
    pictures = f'<ul class="hands">{examples}</ul>\n' if examples else ""
    return _section(data, name, f"{pictures}<p>{escape(data['hands'])}</p>")


def _sample(data: dict[str, Any], name: str) -> str:
    hands = "".join(
        f"<div>{_faces(data, hand['cards'])}<p>{escape(hand['says'])}</p></div>"
        for hand in data["sample"]["hands"]
    )
    lines = "".join(
        _row([line["wager"], line["outcome"], line["pays"]]) for line in data["sample"]["lines"]
    )
    content = f'<div class="sample">{hands}</div><table class="settled">{lines}</table>'
    return _section(data, name, content)


def _pays(data: dict[str, Any], name: str) -> str:
    """A box for each wager, so that the room left over goes between them."""
    first, *others = (_wager(wager) for wager in data["wagers"])
    return "\n".join([_section(data, name, first), *others])


def _wager(wager: dict[str, Any]) -> str:
    english = f" <span>{escape(wager['english'])}</span>" if wager["english"] else ""
    table = f" <small>{escape(wager['table'])}</small>" if wager["table"] else ""
    about = f'<p class="about">{escape(wager["about"])}</p>' if wager["about"] else ""
    heads = f"<tr><td></td>{_cells('th', wager['heads'])}</tr>" if wager["heads"] else ""
    rows = "".join(_row([row["outcome"], *row["pays"]]) for row in wager["rows"])
    title = f"<h3>{escape(wager['title'])}{english}{table}</h3>"
    return f'<div class="wager">{title}{about}\n<table>{heads}{rows}</table></div>'


def _row(cells: list[str]) -> str:
    return f"<tr>{_cells('td', cells)}</tr>"


def _cells(tag: str, texts: list[str]) -> str:
    return "".join(f"<{tag}>{escape(text)}</{tag}>" for text in texts)
