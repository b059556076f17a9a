"""Pay table design: the pay tables of a wager, within given ranges, that meet a target.

>>> from pitboss.maths.design import design
>>> from pitboss.rulebooks import RULEBOOKS
>>> rules = RULEBOOKS["three-card-poker"].configure()
>>> designs = design(rules, "pair-plus", {"straight": (4, 6), "flush": (3, 4)}, edge=(0.02, 0.03),
...                  keep_others=True)
>>> designs[0].pays["straight"], designs[0].house_edge
('6 to 1', Fraction(128, 5525))

A pay is so much to one; a row with 0 loses. Designs are ordered by the distance of their edge from
the middle of the target, then by the number of pays that look odd, then by volatility, then by
their pays from the top of the table down, the lower first.
"""

from __future__ import annotations

from pitboss.maths.design.designer import around, design
from pitboss.maths.design.ranges import Number, Span
from pitboss.maths.design.results import Design, Designs

__all__ = ["Design", "Designs", "Number", "Span", "around", "design"]
