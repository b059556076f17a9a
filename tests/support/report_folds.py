"""The second road to the figures of reports: plain folds over the events of a journal."""

from collections import Counter, defaultdict

from pitboss.house import events as h
from pitboss.house.tables.recovery import events_of
from pitboss.play import events as e


class Fold:
    """Everything that the events of a house say about money, in their order."""

    def __init__(self, entries, day_of, setup_of):
        self.results = defaultdict(Counter)  # By day, table, configuration and wager.
        self.rounds = Counter()  # By day and table: settled, less those voided later.
        self.drop = Counter()  # By day.
        self.house = 0  # What the house has won, and prices it holds of rounds in progress.
        self.progress = Counter()  # By table and round: prices of rounds not settled.
        self.breakage = Counter()  # By configuration and wager.
        self.meters = Counter()  # By table.
        self.meters_at_close = {}  # By table and round: bets, and what the meter held.
        self.rows = {}  # By table and round: box and wager to row, of settled rounds that stand.
        self.nets = {}  # By table and round: what the players won in it, as it was settled.
        self.voids = []
        self.bets = {}  # By table and round: stakes by box, bettor and wager.
        self.lines = {}
        self.decided = defaultdict(list)  # By table and round: box, bettor, whether it plays.
        self.places = defaultdict(Counter)  # By table and round: where the hand of each box lay.
        self.shuffled = defaultdict(list)  # By table and round: entropy, then the seed.
        self.fingerprint_of = {}
        self.settled_on = {}
        for entry in entries:
            self.day, self.entry, self.setup_of = day_of(entry.time), entry, setup_of
            for event in events_of(entry):
                self.post(event)

    def post(self, event):
        entry = self.entry
        self.key = key = entry.stream, getattr(event, "round", entry.round)
        stakes = self.bets.setdefault(key, Counter())
        self.follow_decisions(event)
        match event:
            case h.Granted():
                self.drop[self.day] += event.amount
            case h.MeterFunded():
                self.meters[entry.stream] += event.amount
            case e.BetPlaced() | e.Played():
                stakes[event.box, event.bettor, event.wager] += event.amount
            case e.BetReduced() | e.BetRemoved():
                stakes[event.box, event.bettor, event.wager] -= event.amount
                self.meters[entry.stream] -= event.from_meter
                if key in self.progress and event.wager in self.prices():
                    self.progress[key] -= event.amount
            case e.BetsClosed():
                self.closed(event, stakes)
            case e.Settled():
                self.settled(event)
            case e.PaymentCorrected():
                self.corrected(event)
            case e.BetAnnulled():
                self.annulled(event)
            case e.Voided():
                self.voided(event)

    def follow_decisions(self, event):
        match event:
            case e.Dealt():
                for where, places in event.hands:
                    self.places[self.key][where] = (*(self.places[self.key][where] or ()), *places)
            case e.Played() | e.Folded():
                decision = event.box, event.bettor, isinstance(event, e.Played)
                self.decided[self.key].append(decision)
            case h.EntropyMixed():
                self.shuffled[self.key] = [event.entropy]
            case h.SeedRevealed():
                self.shuffled[self.key].append(event.seed)

    def prices(self):
        return self.setup_of(self.entry.fingerprint).rules.prices

    def closed(self, event, stakes):
        prices = self.prices()
        self.progress[self.key] = sum(
            stake for (_, _, wager), stake in stakes.items() if wager in prices
        )
        for part in event.contributions:
            self.meters[self.entry.stream] += part.amount
        if event.contributions:
            held = self.meters[self.entry.stream]
            self.meters_at_close[self.key] = len(event.contributions), held

    def add(self, wager, **amounts):
        place = self.day, self.key[0], self.fingerprint_of[self.key], wager
        self.results[place].update(amounts)

    def settled(self, event):
        key = self.key
        self.fingerprint_of[key] = self.entry.fingerprint
        self.progress.pop(key, None)
        if not event.payments:
            return
        self.settled_on[key] = self.day
        self.rounds[self.day, key[0]] += 1
        self.lines[key] = [list(paid[:6]) for paid in event.payments]
        for paid in event.payments:
            self.add(paid.wager, bets=int(paid.stake > 0), handle=paid.stake, win=-paid.net)
            self.meters[key[0]] -= paid.from_meter
            self.breakage[self.entry.fingerprint, paid.wager] += paid.breakage
        self.tell()
        self.nets[key] = sum(paid.net for paid in event.payments)

    def corrected(self, event):
        lines = self.lines[self.key]
        if event.line == len(lines):
            lines.append([event.box, event.bettor, event.wager, event.row, 0, 0])
        lines[event.line][3], lines[event.line][5] = event.row, event.net
        self.add(event.wager, win=event.was - event.net)
        self.meters[self.key[0]] -= event.from_meter
        self.breakage[self.fingerprint_of[self.key], event.wager] += event.breakage
        self.tell()

    def annulled(self, event):
        self.meters[self.key[0]] -= event.from_meter
        for line in self.lines[self.key]:
            if tuple(line[:3]) == (event.box, event.bettor, event.wager):
                line[4] -= event.amount
                self.add(event.wager, handle=-event.amount, bets=-int(line[4] == 0))
        self.tell()

    def voided(self, event):
        key = self.key
        self.progress.pop(key, None)
        was_settled = key in self.lines
        self.voids.append((*key, was_settled, self.nets.get(key), event.because.says))
        for bet in event.bets:
            self.meters[key[0]] -= bet.from_meter
            if was_settled:
                self.breakage[self.fingerprint_of[key], bet.wager] -= bet.breakage
        if was_settled:
            self.rounds[self.day, key[0]] -= 1
            for _, _, wager, _, stake, net in self.lines.pop(key):
                self.add(wager, bets=-int(stake > 0), handle=-stake, win=net)
            self.rows.pop(key)

    def tell(self):
        prices = self.setup_of(self.fingerprint_of[self.key]).rules.prices
        self.rows[self.key] = {
            (box, wager): None if wager in prices and stake + net == 0 else row
            for box, _, wager, row, stake, net in self.lines[self.key]
            if stake or net
        }

    def by_wager(self):
        """By day, table, configuration and wager: bets, handle and win, where there are any."""
        sums = {key: (of["bets"], of["handle"], of["win"]) for key, of in self.results.items()}
        return {key: amounts for key, amounts in sums.items() if any(amounts)}
