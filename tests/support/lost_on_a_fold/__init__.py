"""Three Card Poker with three side wagers that are lost on a fold: one hand, two hands, six cards.

A game from outside, as a file. It takes its main bet from our own rulebook.
"""

from dataclasses import replace

from pitboss.cards import six_cards
from pitboss.language.expressions import dealer, otherwise, player, plays, six
from pitboss.language.wagers import Needs, Wager, loses, pays
from pitboss.rulebooks.three_card_poker import RULEBOOK as POKER

folds = (~plays).by("9.1")
one_colour = (player.colour > 0).by("9.2")
both_one_colour = (one_colour & (player.colour == dealer.colour)).by("9.3")
needs_ante = Needs("ante", ("9.1",))
folded = loses("folded", "Player folds", "9.1", says="the player folded", when=folds)

ONE_COLOUR = Wager(
    "one-colour",
    "One Colour",
    (
        folded,
        pays("same-colour", "Three of one colour", "3 to 1", one_colour,
             "9.2", says="three cards of one colour"),
        loses("no-win", "Mixed colours", "9.2", says="mixed colours", when=otherwise(one_colour)),
    ),
    needs=needs_ante,
)  # fmt: skip
TWO_HANDS = Wager(
    "two-hands",
    "Two Hands",
    (
        folded,
        pays("both", "Both hands of one colour", "4 to 1", both_one_colour,
             "9.3", says="both hands of one colour"),
        pays("same-colour", "Player's hand of one colour", "3 to 1", one_colour,
             "9.3", says="three cards of one colour"),
        loses("no-win", "Mixed colours", "9.3", says="mixed colours", when=otherwise(one_colour)),
    ),
    needs=needs_ante,
)  # fmt: skip


MADE = {
    six_cards.SIX_CARD_ROYAL_DIAMONDS: ("six-card-royal-diamonds", "1,000 to 1"),
    six_cards.SIX_CARD_ROYAL: ("six-card-royal", "1,000 to 1"),
    six_cards.FIVE_CARD_ROYAL: ("five-card-royal", "1,000 to 1"),
    six_cards.STRAIGHT_FLUSH: ("straight-flush", "200 to 1"),
    six_cards.FOUR_OF_A_KIND: ("four-of-a-kind", "100 to 1"),
    six_cards.FULL_HOUSE: ("full-house", "20 to 1"),
    six_cards.FLUSH: ("flush", "15 to 1"),
    six_cards.STRAIGHT: ("straight", "10 to 1"),
    six_cards.THREE_OF_A_KIND: ("three-of-a-kind", "7 to 1"),
}
SIX_CARDS = Wager(
    "six-cards",
    "Six Cards",
    (
        folded,
        *(
            pays(key, key.replace("-", " ").capitalize(), pay, (six == made).by("9.4"),
                 "9.4", says=f"six cards, {key}")
            for made, (key, pay) in MADE.items()
        ),
        loses("no-win", "Less than three of a kind", "9.4", says="six cards, nothing"),
    ),
    needs=needs_ante,
)  # fmt: skip

SIDE_WAGERS = (ONE_COLOUR, TWO_HANDS, SIX_CARDS)
RULEBOOK = replace(
    POKER,
    key="lost-on-a-fold",
    title="Lost on a Fold",
    hand_order="As in Three Card Poker.",
    wagers=(*(POKER.wager(key) for key in (*POKER.main,)), *SIDE_WAGERS),
)
