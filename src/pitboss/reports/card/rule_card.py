"""The rule card: the one page a player is handed, generated from the rules in force."""

from __future__ import annotations

import json
from typing import Any

from pitboss.cards.deck import name, parse
from pitboss.cards.hands import hand
from pitboss.errors import BadConfiguration
from pitboss.language.expressions import Deal
from pitboss.language.rulebook import Rules
from pitboss.maths.odds.game_odds import GameOdds
from pitboss.reports.card.card_faces import face
from pitboss.reports.card.house import NO_HOUSE, House, limits_line, malfunction_line
from pitboss.reports.card.html import card_html
from pitboss.reports.card.language import ENGLISH, Words, words_in
from pitboss.reports.card.page_layout import with_columns
from pitboss.reports.card.pay_lines import pay_blocks, pay_words
from pitboss.reports.card.round_steps import qualifying, steps, strategy_words
from pitboss.reports.felts import GOLD, INK, IVORY, felt
from pitboss.reports.fonts import font_for
from pitboss.reports.pdf import pdf

ENDINGS = ("html", "pdf")
TEMPLATE = "card/card.typ"
SAMPLE = {"you": "Kd 4s 2h", "dealer": "3s 2c Ad"}  # Equal points, and one hand has a picture.


def card(rules: Rules, ending: str, language: str = ENGLISH, house: House = NO_HOUSE) -> bytes:
    """The card in one of the formats of `ENDINGS`."""
    data = card_data(rules, language, house)
    if ending == "pdf":
        return _pdf(printed(data, house), language)
    return card_html(data, house.logo)


def _pdf(data: dict[str, Any], language: str) -> bytes:
    try:
        return pdf(TEMPLATE, data, font_for(language))
    except RuntimeError:
        if data["logo"] is None:
            raise
        message = "The logo can't be drawn: save it again as a plain .png, or leave it out."
        raise BadConfiguration("card/logo", message) from None


def card_json(rules: Rules, language: str = ENGLISH, house: House = NO_HOUSE) -> bytes:
    data = card_data(rules, language, house)
    return (json.dumps(data, indent=2, ensure_ascii=False) + "\n").encode()


def printed(data: dict[str, Any], house: House = NO_HOUSE) -> dict[str, Any]:
    """What the template needs besides: the faces of the cards, and the logo."""
    logo = None if house.logo is None else list(house.logo.data)
    ending = "" if house.logo is None else house.logo.ending
    return {**data, "faces": {card: face(card) for card in data["cards"]}, "logo": logo,
            "logo_ending": ending}  # fmt: skip


def card_data(rules: Rules, language: str = ENGLISH, house: House = NO_HOUSE) -> dict[str, Any]:
    """Everything the card says."""
    words, book = words_in(language), rules.rulebook
    title = words.title(rules)
    values, examples = _values(rules, words), _examples(rules, words)
    shown = [card for group in (*values, *examples) for card in group["cards"]]
    shown += [card for cards in SAMPLE.values() for card in cards.split()]
    data: dict[str, Any] = {
        "game": rules.key,
        "language": language,
        "house": house.name,
        "title": title,
        "english": book.title if title != book.title else "",
        "tagline": words.tagline(rules),
        "colours": {"felt": felt(rules.key), "gold": GOLD, "ivory": IVORY, "ink": INK},
        "headings": words.section("page"),
        "steps": steps(rules, house, words),
        "values": values,
        "hands": words.sentences([words.hand_order(rules), *words.notes(rules, "hands")]),
        "examples": examples,
        "qualifying": qualifying(rules, words),
        "strategy": strategy_words(GameOdds(rules).strategy, words) if book.decision else "",
        "wagers": pay_blocks(rules, house, words),
        "points": _points(rules, words),
        "limits": limits_line(rules, house, words),
        "malfunction": malfunction_line(rules, house, words),
        "responsible": words.sentences([words("lines", "responsible"), house.help_line]),
        "notice": words("lines", "notice"),
        "cards": {card: _card_name(card, words) for card in shown},
        "version": f"{book.title}, {book.version}",
        "fingerprint": rules.fingerprint,
    }
    return with_columns(data, _sample(rules, house, words))


def _values(rules: Rules, words: Words) -> list[dict[str, Any]]:
    """What each card counts, where hands have points."""
    picture = words.of_game(rules.key, "picture")
    if not rules.rulebook.counts_points or picture is None:
        return []
    return [
        {"cards": ["As"], "says": words("values", "ace")},
        {"cards": ["2d", "9c"], "says": words("values", "number")},
        {"cards": ["Th"], "says": words("values", "ten")},
        {"cards": ["Js", "Qh", "Kc"], "says": picture},
    ]


def _examples(rules: Rules, words: Words) -> list[dict[str, Any]]:
    """Hands from the highest down, as the rulebook gives them."""
    examples = []
    for key, cards in rules.rulebook.hand_examples.items():
        known = words.of_game(rules.key, "examples", key) or {}
        examples.append(
            {
                "cards": [name(card) for card in parse(cards, 3)],
                "name": known.get("name") or rules.name_hand(hand(cards)),
                "says": known.get("says", ""),
            }
        )
    return examples


def _sample(rules: Rules, house: House, words: Words) -> dict[str, Any] | None:
    """A round settled as an example, for games of points; there is not always room for it."""
    names = words.of_game(rules.key, "sample")
    if not rules.rulebook.counts_points or names is None:
        return None
    deal = Deal(hand(SAMPLE["you"]), hand(SAMPLE["dealer"]))
    lines = []
    for wager in rules.wagers:
        if house.offers(wager):
            row = wager.rows[int(wager.result(deal))]
            loses = row.pay.is_loss
            lines.append(
                {
                    "wager": words.wager(rules, wager),
                    "outcome": "" if loses else words.outcome(rules, wager, row),
                    "pays": words("sample", "loses")
                    if loses
                    else pay_words(row.pay, words, rules.currency),
                }
            )
    hands = [
        {"cards": cards.split(), "says": words("sample", whose, hand=names[whose])}
        for whose, cards in SAMPLE.items()
    ]
    return {"hands": hands, "lines": lines}


def _points(rules: Rules, words: Words) -> list[str]:
    """How a game from outside is read here, where its readings change what is paid."""
    if words.knows(rules):
        return []
    return [
        words(
            "outside",
            "note",
            question=reading.question,
            answer=_sentence(reading.options[rules.readings[reading.key]]),
        )
        for reading in rules.rulebook.pay_readings
    ]


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def _card_name(card: str, words: Words) -> str:
    rank, suit = card.replace("T", "10")[:-1], card[-1]
    names = words.section("cards")
    return words("cards", "says", rank=names.get(rank, rank), suit=names[suit])
