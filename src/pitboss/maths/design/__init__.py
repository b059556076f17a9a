"""Pay table design: all pay tables of a wager within given ranges that meet a target.

>>> from pitboss.maths.design import design
>>> from pitboss.rulebooks import RULEBOOKS
>>> rules = RULEBOOKS["three-card-poker"].configure()
>>> found = design(rules, "pair-plus", {"straight": (4, 6), "flush": (3, 4)}, edge=(0.02, 0.03),
...                keep_others=True)
>>> found[0].pays["straight"], found[0].house_edge
('6 to 1', Fraction(128, 5525))

A pay is so much to one; 0 is a row that loses. The best comes first: the nearest to the middle of
the wanted edges, then with fewer pays that look odd, then with the lower volatility, then with the
lower pays, from the top of the table down.
"""

from __future__ import annotations

from pitboss.maths.design.designing import around, design
from pitboss.maths.design.ranges import Number, Span
from pitboss.maths.design.results import Design, Designs

__all__ = ["Design", "Designs", "Number", "Span", "around", "design"]
