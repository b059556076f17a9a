"""A table checked: its entries are replayed, and everything that follows from them is compared.

Money is booked again from the events, each round is settled again by its rules, and each deck is
made again from its seed. Nothing is worked out in a second way here: `book`, `decide`, `apply` and
`shuffle.check` are what the house itself uses.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from pitboss.errors import BadKey, BadShuffle, PitbossError
from pitboss.house import events as h
from pitboss.house.keys.sealing import Key
from pitboss.house.records.ledger import (
    Balances,
    Overdraft,
    TableAccounts,
    Transfer,
    accounts_of,
    book,
    book_around,
)
from pitboss.house.settings.house_settings import Terms
from pitboss.house.tables.practice import cover
from pitboss.house.tables.shuffle import ABSENT, ShuffleFacts, check, commitment
from pitboss.language.currency import DOLLARS, Currency
from pitboss.notation.setup_json import is_installed
from pitboss.play import (
    BetsClosed,
    BetsOpened,
    CloseBets,
    Command,
    Event,
    OpenBets,
    Refusal,
    Round,
    Settle,
    Settled,
    Setup,
    apply,
    decide,
    start,
)
from pitboss.play.state import BETTING, IDLE, OVER, VOID


@dataclass
class Counts:
    """What was checked, and what could not be."""

    entries: int = 0
    events: int = 0
    transfers: int = 0
    tables: int = 0
    guests: int = 0
    days: int = 0  # Closed and signed.
    kept_seals: int = 0  # That somebody else kept, and that are the journal's own.
    rounds: int = 0  # Settled again.
    rounds_not_settled_again: int = 0  # Their rulebook is not installed.
    shuffles: int = 0  # Of rounds that are over.
    sealed_seeds: int = 0  # Opened with the key, of rounds that are not.
    sealed_seeds_not_opened: int = 0  # There is no key.
    seeds_lost: int = 0  # With their keys: the decks of these void rounds can't be checked.
    currency: Currency = DOLLARS
    players: int = 0  # Money, as all below: what guests have.
    felts: int = 0  # What lies on the tables.
    meters: int = 0  # What jackpots stand at.
    in_transit: int = 0  # What is on its way to operators' wallets.
    state: str = ""  # A hash over every table and balance as they stand after the replay.


class TableCheck:
    """One table, entry by entry. `problems` are sentences about the entry followed last."""

    def __init__(
        self,
        table: str,
        setup_of: Callable[[str], Setup],
        terms: Mapping[str, Terms],
        counts: Counts,
        replaced_keys: Collection[str] = (),
        opened_by: Callable[[int], int] = lambda _: 0,
    ) -> None:
        self.table, self.setup_of, self.counts = table, setup_of, counts
        self.replaced_keys = replaced_keys  # Keys that were given up, as it stands.
        self.opened_by = opened_by  # Before an entry, the one that opened or restored the house.
        self.terms = terms  # Of shared jackpots, as they stand.
        self.person, self.game, self.fingerprint = "", "", ""
        self.offer, self.jackpot = "", ""
        self.round: Round | None = None
        self.sealed: h.SeedSealed | None = None
        self.sealed_by = 0  # The number of the entry in which that seed was drawn.
        self.entropy: h.EntropyMixed | None = None
        self.revealed = 0  # The last round whose seed is known, or known to be lost.
        self.problems: list[str] = []
        self._number = 0  # Of the entry followed last.
        self._is_configured = False  # By that entry.

    def follow(
        self, events: list[h.AnyEvent], balances: Balances, number: int = 0
    ) -> list[Transfer]:
        """Replay the events of an entry of this number; the transfers that they come to."""
        self.problems, self._number = [], number
        self._is_configured = any(isinstance(event, h.TableConfigured) for event in events)
        transfers: list[Transfer] = []
        for event in events:
            if isinstance(event, Event):
                transfers += self.happens(event, balances)
            else:
                transfers += book_around(balances, event, self.accounts)
                self.happens_around(event)
                if isinstance(event, h.BankCredited) and balances[self.accounts.bank] < 0:
                    self.wrong("The bank was credited with more than it held.")
        self.check_standing(balances)
        return transfers

    @property
    def accounts(self) -> TableAccounts:
        return accounts_of(self.table, self.jackpot)

    @property
    def held(self) -> int:
        """What the player's hands may still need."""
        is_open = self.round is not None and self.round.phase not in (IDLE, *OVER)
        return cover(self._round, self.person) if is_open else 0

    def wrong(self, says: str) -> None:
        self.problems.append(says)

    # The round

    def happens(self, event: Event, balances: Balances) -> list[Transfer]:
        round = self._round
        match event:
            case BetsOpened(by=by):
                self.is_decided_again(OpenBets(by), event, "The round is opened as no round is")
                self.check_terms()
            case BetsClosed(by=by):
                self.is_decided_again(CloseBets(by), event, "The bets are closed otherwise")
                if self.sealed is None or self.sealed.round != round.number:
                    self.wrong("Bets were closed before a commitment to the deck was published.")
                elif self.is_from_before:
                    self.wrong(f"Round {round.number} has a seed from before the house was opened.")
            case Settled():
                self.check_meter(event, balances)
                self.is_settled_again(event)
        transfers = book(balances, self.accounts, round, event)
        self.round = apply(round, event)
        return transfers

    def check_terms(self) -> None:
        """A round begins under the terms in force of the jackpot that it is played for."""
        terms = self.terms.get(self.jackpot)
        if self.jackpot and (terms is None or terms.share != self._round.setup.contribution):
            self.wrong(f"The round feeds the jackpot {self.jackpot} by other terms than its own.")

    @property
    def _round(self) -> Round:
        if self.round is None:
            raise PitbossError("verify/table", "no open table is there for it")
        return self.round

    def is_decided_again(self, command: Command, event: Event, otherwise: str) -> None:
        """Whether the rules still answer the command with this event."""
        answer = decide(self._round, command)
        if isinstance(answer, Refusal):
            self.wrong(f"{otherwise}: {answer.message}")
        elif answer[0] != event:
            self.wrong(f"{otherwise} by the rules.")

    def check_meter(self, event: Settled, balances: Balances) -> None:
        held = balances[self.accounts.meter]
        if event.jackpot != held:
            money = self._round.setup.rules.currency.money
            said = "nothing" if event.jackpot is None else money(event.jackpot)
            self.wrong(f"The meter held {money(held)}, and the round was settled with {said}.")

    def is_settled_again(self, event: Settled) -> None:
        if not is_installed(self._round.setup):
            self.counts.rounds_not_settled_again += 1
            return
        self.counts.rounds += 1
        number = self._round.number
        self.is_decided_again(
            Settle(event.by, event.jackpot), event, f"Round {number} is not paid as it settles"
        )

    # Around it

    def happens_around(self, event: h.HouseEvent) -> None:
        match event:
            case h.TableOpened(person, game, fingerprint, offer):
                if self.round is not None:
                    self.wrong("The table is opened a second time.")
                self.person, self.game, self.fingerprint = person, game, fingerprint
                self.offer = offer or game
                self.round = start(self.setup_of(fingerprint))
            case h.TableConfigured(fingerprint):
                if self._round.phase not in (IDLE, *OVER):
                    self.wrong("The configuration changed in the middle of a round.")
                if self.sealed is not None:
                    self.wrong("The configuration changed, and the seed was not given up.")
                self.fingerprint = fingerprint
                self.round = Round(self.setup_of(fingerprint), self._round.number)
            case h.SeedSealed():
                self.seed_is_sealed(event)
            case h.EntropyMixed():
                if event.round != self._round.number or self._round.phase in (IDLE, BETTING, *OVER):
                    self.wrong("The player's randomness came in before bets were closed.")
                if self.entropy is not None and self.entropy.round == event.round:
                    self.wrong("The player's randomness came in a second time.")
                if event.absent and event.entropy != ABSENT:
                    self.wrong("The player had left, and the deck has other bytes than zeros.")
                if event.absent and not self._round.setup.procedure.walked_away:
                    self.wrong("The player had left, and no clause settles the bets that lay here.")
                self.entropy = event
            case h.SeedRevealed():
                self.seed_is_revealed(event)
            case h.SeedResealed():
                self.seed_is_resealed(event)
            case h.SeedWithdrawn():
                self.seed_is_withdrawn(event)
            case h.MeterLinked(jackpot):
                if self._round.phase not in (IDLE, *OVER):
                    self.wrong("The jackpot changed in the middle of a round.")
                self.jackpot = jackpot
            case h.MeterFunded() | h.MeterCharged() | h.BankFilled() | h.BankCredited():
                pass  # Money alone, which the ledger is held to.
            case _:
                self.wrong(f"{type(event).__name__} does not belong to a table.")

    @property
    def next_deck(self) -> int:
        """The round that is open or comes next."""
        return self._round.number + (self._round.phase in (IDLE, *OVER))

    @property
    def bets_are_open(self) -> bool:
        return self._round.phase in (IDLE, BETTING, *OVER)

    @property
    def is_from_before(self) -> bool:
        """Whether the seed is older than the opening: another copy of it may have been shown."""
        return self.sealed_by < self.opened_by(self._number)

    def seed_is_sealed(self, event: h.SeedSealed) -> None:
        if event.round != self.next_deck or not self.bets_are_open:
            self.wrong(f"A commitment for round {event.round} came at the wrong time.")
        if self.sealed is not None and self.sealed.round == event.round:
            self.wrong(f"A second commitment for round {event.round} was published.")
        self.sealed, self.sealed_by = event, self._number

    def seed_is_revealed(self, event: h.SeedRevealed) -> None:
        if event.round != self._round.number or self._round.phase not in OVER:
            self.wrong("A seed was revealed before its round was over.")
        self.revealed = event.round
        self.is_proven(event.round, event.seed)

    def is_proven(self, round: int, seed: str, is_dealt: bool = True) -> None:
        """Whether a seed is the committed one and, where cards were dealt, makes the deck."""
        try:
            if is_dealt:
                self.check_deck(seed)
                self.counts.shuffles += 1
            else:
                self.check_commitment(round, bytes.fromhex(seed))
        except (BadShuffle, ValueError) as error:
            self.wrong(f"The shuffle of round {round}: {error}")

    def check_commitment(self, round: int, seed: bytes) -> None:
        promised = commitment(seed, self.table, round, self.fingerprint)
        if self.sealed is None or promised != self.sealed.commitment:
            raise BadShuffle("shuffle/commitment", "It is not the one committed to.")

    def seed_is_resealed(self, event: h.SeedResealed) -> None:
        if self.sealed is None or self.sealed.round != event.round:
            self.wrong(f"There was no seed of round {event.round} to seal again.")
        else:
            self.sealed = self.sealed._replace(sealed=event.sealed)

    def seed_is_withdrawn(self, event: h.SeedWithdrawn) -> None:
        """A seed is given up only for a cause, and only where no player can win or lose by it."""
        number, phase, sealed = self._round.number, self._round.phase, self.sealed
        is_undealt = event.round == self.next_deck and self.bets_are_open
        if not is_undealt and (event.round != number or phase != VOID):
            self.wrong(f"The seed of round {event.round} was given up, and the round is not void.")
        if sealed is None or sealed.round != event.round:
            self.wrong(f"There was no seed of round {event.round} to give up.")
        else:
            is_key_gone = self.is_replaced(sealed.sealed.partition(":")[0])
            if not is_key_gone and not (
                is_undealt and (self.is_from_before or self._is_configured)
            ):
                self.wrong(f"The seed of round {event.round} was given up without a cause.")
            if event.seed:
                self.is_proven(event.round, event.seed, is_dealt=self.has_entropy(event.round))
            elif is_key_gone:
                self.counts.seeds_lost += not is_undealt
            else:
                self.wrong(f"The seed of round {event.round} was given up, and not made public.")
        if not is_undealt:
            self.revealed = event.round
        self.sealed = None

    def is_replaced(self, key: str) -> bool:
        return key in self.replaced_keys

    def has_entropy(self, round: int) -> bool:
        return self.entropy is not None and self.entropy.round == round

    def check_deck(self, seed: str) -> None:
        """Raise `BadShuffle` unless this seed is the committed one and makes the round's cards."""
        sealed, entropy, round = self.sealed, self.entropy, self._round
        if sealed is None or sealed.round != round.number:
            raise BadShuffle("shuffle/commitment", "No commitment was published.")
        if entropy is None or entropy.round != round.number:
            raise BadShuffle("shuffle/entropy", "The player's own randomness is missing.")
        place = self.table, round.number, self.fingerprint
        facts = ShuffleFacts(*place, sealed.commitment, seed, entropy.entropy)
        check(facts, dict(round.faces))

    def check_standing(self, balances: Balances) -> None:
        """What has to hold after every entry."""
        round = self._round
        felt, bets = balances[self.accounts.felt], bets_standing(round)
        if felt != bets:
            money = round.setup.rules.currency.money
            self.wrong(f"{money(felt)} lies on the felt, and the bets are {money(bets)}.")
        if round.phase in OVER and self.revealed != round.number:
            self.wrong(f"Round {round.number} is over, and its seed was not revealed.")
        if self.sealed is None or self.sealed.round != self.next_deck:
            self.wrong(f"There is no commitment to the deck of round {self.next_deck}.")

    # What is still sealed

    def check_sealed(self, key: Key | None, old_keys: Mapping[str, Key] | None = None) -> None:
        """Open the seed of the round that is open or comes next, and hold it to its commitment.

        Old keys are given for a table at which nothing more happens: it may have missed a change.
        """
        self.problems = []
        sealed = self.sealed
        if sealed is None:
            return
        needed = sealed.sealed.partition(":")[0]
        if old_keys is not None and (key is None or key.id != needed):
            key = old_keys.get(needed)
        if key is None:
            self.counts.sealed_seeds_not_opened += 1
            return
        place = self.table, sealed.round, self.fingerprint
        try:
            seed = key.open(sealed.sealed, *place)
            self.check_commitment(sealed.round, seed)
            if self.has_entropy(sealed.round):
                self.check_deck(seed.hex())
            self.counts.sealed_seeds += 1
        except (BadKey, BadShuffle) as error:
            self.wrong(f"The sealed seed of round {sealed.round}: {error.message}")

    def as_text(self) -> str:
        """How the table stands, in words that are the same wherever it is replayed."""
        round = self.round
        if round is None:
            return f"{self.table} retired"
        bets = ";".join(" ".join(map(str, bet)) for bet in sorted(round.bets()))
        faces = ";".join(f"{place} {card}" for place, card in sorted(round.faces.items()))
        paid = ";".join(" ".join(map(str, payment)) for payment in round.payments)
        place = f"{self.table} {self.fingerprint} {self.jackpot} {round.number} {round.phase}"
        return f"{place} [{bets}] [{faces}] [{paid}]"

    def retire(self) -> None:
        """The guest is gone: nothing more happens here, and the round is let go of."""
        self.round = self.sealed = self.entropy = None


def bets_standing(round: Round) -> int:
    """What should lie on the felt: once bets are closed, the bank has the progressive's price."""
    if round.phase in OVER:
        return 0
    prices = () if round.phase == BETTING else round.setup.rules.prices
    return sum(stake for _, _, wager, stake in round.bets() if wager not in prices)


def reason(error: Exception) -> str:
    """Why something can't be replayed, as a sentence."""
    if isinstance(error, Overdraft):
        return f"The {error.account.kind} {error.account.owner} would fall below zero."
    text = error.message if isinstance(error, PitbossError) else f"{type(error).__name__}: {error}"
    return f"{text}." if not text.endswith(".") else text
