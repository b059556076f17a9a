"""The page of the PAR sheet for the progressive: its meter, its hits, and what envy may cost."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from pitboss.language.pays import money
from pitboss.maths.odds.progressive import Progressive
from pitboss.reports.blocks import Block, Figures, Page, Paragraph, TableBlock
from pitboss.reports.formatting import per_cent, real
from pitboss.reports.par.terms import HouseTerms

TERMS_NOTE = (
    "Reset amount, contribution and pace are stated by the house; no rulebook sets them. The meter "
    "is fed before the deal, and a hit leaves the reset amount."
)
TABLE_NOTE = (
    "With an ante and a progressive wager on each box, envy bonuses included: the more boxes, the "
    "more hands may earn an envy bonus, so the meter breaks even earlier. Hours are at {pace:,} "
    "rounds an hour. The largest envy is that of the best hands that one deck can deal."
)
MEAN_NOTE = (
    "Whether a round is a hit does not depend on the meter. So the average meter, at a hit as at "
    "any deal, is the reset amount and what wagers add between two hits, however many boxes play."
)


@dataclass(frozen=True)
class WithBoxes:
    """The progressive at a table of so many boxes, each with an ante and a progressive wager."""

    progressive: Progressive
    terms: HouseTerms
    boxes: int

    @property
    def break_even(self) -> Fraction:
        return self.progressive.break_even(self.boxes - 1)

    @property
    def edge_at_reset(self) -> Fraction:
        return self.progressive.house_edge(self.terms.reset, self.boxes - 1)

    @property
    def rounds_between_hits(self) -> Fraction:
        return self.progressive.rounds_between_hits(self.boxes)

    @property
    def hours_between_hits(self) -> Fraction:
        return self.rounds_between_hits / self.terms.rounds_per_hour

    @property
    def fed_per_hour(self) -> Fraction:
        """What an hour of wagers adds to the meter."""
        per_round = self.terms.contribution * self.progressive.price * self.boxes
        return per_round * self.terms.rounds_per_hour

    @property
    def envy(self) -> Fraction:
        """The average envy of a round, at all boxes together."""
        return self.progressive.envy_liability(self.boxes, self.boxes)

    @property
    def largest_envy(self) -> int:
        return self.progressive.largest_envy(self.boxes, self.boxes)


def by_boxes(progressive: Progressive, terms: HouseTerms) -> list[WithBoxes]:
    return [WithBoxes(progressive, terms, boxes) for boxes in range(1, terms.boxes + 1)]


def progressive_page(progressive: Progressive, terms: HouseTerms) -> Page:
    tables = by_boxes(progressive, terms)
    full = tables[-1]
    mean = progressive.mean_meter(terms.reset, terms.contribution)
    box_count = "one box" if full.boxes == 1 else f"{full.boxes} boxes"
    figures = [
        (f"break-even, {box_count}", money(ceil(full.break_even))),
        ("reset amount", money(terms.reset)),
        ("contribution", per_cent(terms.contribution, 2)),
        ("a hit of the meter", f"1 in {real(progressive.rounds_between_hits(), 0)}"),
    ]
    if mean is not None:
        figures.append(("average meter", money(round(mean))))
    rows = [
        (str(table.boxes), money(ceil(table.break_even)), per_cent(table.edge_at_reset),
         real(table.rounds_between_hits, 1), real(table.hours_between_hits, 1),
         money(round(table.fed_per_hour)), money(round(table.envy)), money(table.largest_envy))
        for table in tables
    ]  # fmt: skip
    heads = (
        ">boxes", ">break-even", ">edge at reset", ">rounds a hit", ">hours a hit",
        ">fed an hour", ">envy a round", ">largest envy",
    )  # fmt: skip
    blocks: list[Block] = [
        Figures(figures),
        Paragraph(TERMS_NOTE, "note"),
        TableBlock(heads, rows, title="By number of boxes", small=True),
        Paragraph(TABLE_NOTE.format(pace=terms.rounds_per_hour), "note"),
    ]
    if mean is not None:
        blocks += _long_run(progressive, terms, mean, box_count)
    subtitle = f"{progressive.wager.key}: the meter, its hits, and what envy may cost"
    return Page("Jackpot meter", subtitle, blocks)


def _long_run(
    progressive: Progressive, terms: HouseTerms, mean: Fraction, box_count: str
) -> list[Block]:
    price, others = progressive.price, terms.boxes - 1
    uses = progressive.uses_of_price(terms.reset, terms.contribution, others)
    rows = [(use, per_cent(share), real(share * price, 4)) for use, share in uses.items()]
    total = ("the price", per_cent(sum(uses.values())), real(price, 4))
    heads = ("use", ">share of the price", ">units of a wager")
    edges = [
        ("as stated for this sheet", terms.jackpot),
        ("after a hit", terms.reset),
        ("on average", round(mean)),
        ("at break-even", ceil(progressive.break_even(others))),
    ]
    return [
        TableBlock(
            heads, rows, total, f"Where a price of {money(price)} goes, {box_count}", small=True
        ),
        Paragraph(MEAN_NOTE, "note"),
        TableBlock(
            ("meter", ">holds", ">house edge"),
            [
                (name, money(meter), per_cent(progressive.house_edge(meter, others)))
                for name, meter in sorted(edges, key=lambda edge: edge[1])
            ],
            title=f"House edge by the meter, {box_count}",
            small=True,
        ),
    ]
