"""The rule card as one self-contained HTML file; it prints on one page."""

from __future__ import annotations

from html import escape
from typing import Any

from pitboss.reports.html import html_file

STYLE = """\
@page { size: A4; margin: 0; }
* { box-sizing: border-box; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
body { margin: 0; background: #0B0D10; color: var(--ink); font: 14.5px/1.42 Inter, "Segoe UI",
  Helvetica, "DejaVu Sans", sans-serif; font-variant-numeric: tabular-nums; }
article { max-width: 900px; min-height: 1270px; margin: 0 auto; background: #FDFBF5;
  display: flex; flex-direction: column; }
header { background: radial-gradient(ellipse at 50% -40%, rgb(255 255 255 / .16), transparent 70%),
  var(--felt); border-bottom: 4px solid var(--gold); text-align: center; padding: 30px 36px 26px; }
h1 { margin: 0 0 4px; color: var(--gold); font: 400 38px/1.15 Cinzel, "Libertinus Serif", Georgia,
  "DejaVu Serif", serif; letter-spacing: .08em; text-transform: uppercase; }
h1.long { font-size: 29px; }
header p { margin: 0; color: var(--ivory); font-size: 16px; }
.both { display: grid; grid-template-columns: 1fr 1fr; gap: 0 34px; padding: 6px 36px 18px;
  flex: 1; }
h2 { margin: 16px 0 7px; padding-bottom: 3px; border-bottom: 1.5px solid var(--gold);
  color: var(--felt); font-size: 16.5px; }
ol { margin: 0; padding-left: 22px; }
li { margin: 0 0 5px; }
li::marker { color: var(--felt); font-weight: 700; }
p { margin: 0 0 6px; }
.best { padding: 8px 11px; border-left: 4px solid var(--gold); font-weight: 650;
  background: color-mix(in srgb, var(--felt) 9%, white); }
.readings { font-size: 12.5px; }
.readings i, h3 small { color: #5F5A4E; }
h3 { margin: 11px 0 2px; color: var(--felt); font-size: 15px; }
h3 small { font-weight: 400; font-size: 12px; }
table { width: 100%; border-collapse: collapse; font-size: 13.5px; }
td { padding: 2px 0; border-bottom: 1px solid #E4DCC8; vertical-align: top; }
td + td { text-align: right; font-weight: 650; white-space: nowrap; padding-left: 10px; }
footer { display: flex; gap: 30px; justify-content: space-between; background: var(--felt);
  color: var(--ivory); padding: 13px 36px; font-size: 12px; }
footer p { margin: 0; }
footer p + p { text-align: right; white-space: nowrap; }
code { font: 12px "DejaVu Sans Mono", Consolas, monospace; }
@media (max-width: 640px) { .both { grid-template-columns: 1fr; padding: 6px 18px 18px; }
  article { min-height: 0; } h1, h1.long { font-size: 25px; }
  footer { flex-direction: column; gap: 6px; } footer p + p { text-align: left; } }
@media print { body { background: none; font-size: 12.4px; } article { max-width: none;
  min-height: 0; height: 297mm; overflow: hidden; } table { font-size: 11.8px; }
  .readings { font-size: 11px; } }
.roomy { font-size: 17px; }
.roomy table, .roomy .readings { font-size: 15.5px; }
.roomy h2 { font-size: 20px; }
.roomy h3 { font-size: 17.5px; }
@media print { .roomy { font-size: 14.5px; } .roomy table, .roomy .readings { font-size: 13.5px; } }
"""
FEW_LINES = 16  # With fewer lines of pays there is room for larger print.
LONG_TITLE = 24


def card_html(data: dict[str, Any]) -> bytes:
    """The card from its data: see `rule_card.card_data`."""
    title = escape(data["title"])
    title_class = ' class="long"' if len(data["title"]) > LONG_TITLE else ""
    lines = sum(len(wager["rows"]) for wager in data["wagers"])
    columns_class = "both roomy" if lines < FEW_LINES else "both"
    body = (
        f"<article>\n<header><h1{title_class}>{title}</h1>"
        f"<p>{escape(data['tagline'])}</p></header>\n"
        f'<div class="{columns_class}">\n<div>\n{_play(data)}\n</div>\n'
        f"<div>\n{_pays(data)}\n</div>\n</div>\n"
        f"<footer><p>{escape(data['notice'])}</p><p>{escape(data['version'])}<br>"
        f"<code>{escape(data['fingerprint'])}</code></p></footer>\n</article>\n"
    )
    return html_file(f"{data['title']}, rule card", data["colours"], STYLE, body).encode()


def _play(data: dict[str, Any]) -> str:
    steps = "".join(f"<li>{escape(step)}</li>" for step in data["steps"])
    readings = "".join(
        f"<p><i>{escape(reading['question'])}</i> {escape(reading['answer'])}</p>"
        for reading in data["readings"]
    )
    sections = [
        ("How a round goes", f"<ol>{steps}</ol>"),
        ("Which hand is higher", _paragraph(data["hands"])),
        ("When the dealer does not qualify", _paragraph(data["qualifying"])),
        ("The best strategy", _paragraph(data["strategy"], "best")),
        ("Where the rulebook is unclear", f'<div class="readings">{readings}</div>'),
    ]
    return "\n".join(f"<h2>{heading}</h2>\n{text}" for heading, text in sections if text)


def _paragraph(text: str, css_class: str = "plain") -> str:
    return f'<p class="{css_class}">{escape(text)}</p>' if text else ""


def _pays(data: dict[str, Any]) -> str:
    return "<h2>What it pays</h2>\n" + "\n".join(_wager(wager) for wager in data["wagers"])


def _wager(wager: dict[str, Any]) -> str:
    note = f" <small>{escape(wager['note'])}</small>" if wager["note"] else ""
    rows = "".join(
        f"<tr><td>{escape(row['outcome'])}</td><td>{escape(row['pays'])}</td></tr>"
        for row in wager["rows"]
    )
    return f"<h3>{escape(wager['title'])}{note}</h3>\n<table>{rows}</table>"
