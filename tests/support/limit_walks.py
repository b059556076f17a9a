"""People with limits at work, and a plain model of what their limits leave them.

The house derives what is used from transfers. The model does not know them: it looks at what
somebody has and at the bets that were said, and adds everything up again each time.
"""

import random
from collections import Counter

from pitboss.house.people.person import hash_of_token
from pitboss.house.people.player_limits import EXCLUSION_DAYS, FOR_GOOD, KINDS, PAUSE, WAITS
from pitboss.house.records.days import PERIODS, SECOND
from pitboss.house.requests import (
    Ask,
    Asked,
    ComeIn,
    Exclude,
    Grant,
    Look,
    LookAtLimits,
    SetLimit,
    Sit,
)
from pitboss.house.tables.practice import Deal, Stake, allowed_now, cover
from pitboss.play import events as e
from pitboss.play.state import BETTING, EXAMINING
from tests.support.houses import PRACTICE, Clock, opened, random_command

DAY = 24 * 3_600 * SECOND
OFFERS = ("three-card-poker", "three-pictures", "three-card-prime")
ADDS, TAKES = (e.BetPlaced, e.Played), (e.BetReduced, e.BetRemoved)


class Model:
    """One person, as plainly as possible: lists of what happened, and when."""

    def __init__(self, now, granted):
        self.held, self.wait = {}, {}
        self.excluded_until = 0
        self.rounds, self.balance = {}, granted
        self.had = []  # (time, balance and open stakes, open stakes), after each step.
        self.granted = [(now, granted)]
        self.staked = []
        self.spoke = []

    # What happens

    def sets(self, now, key, amount):
        self.ripen(now)
        held = self.held.get(key)
        self.wait.pop(key, None)
        if held is not None and (amount is None or amount > held):
            self.wait[key] = now + WAITS, amount
        else:
            self.held[key] = amount

    def ripen(self, now):
        for key, (at, amount) in list(self.wait.items()):
            if at <= now:
                self.held[key] = amount
                del self.wait[key]

    def excludes(self, now, days):
        """Whether it is taken; bets that are not dealt go back."""
        until = FOR_GOOD if days is None else now + days * DAY
        if until <= self.excluded_until:
            return False
        self.excluded_until = until
        for table, round in list(self.rounds.items()):
            if round is not None and round.phase == BETTING:
                back = stakes(round)
                self.staked.append((now, -back))
                self.balance += back
                self.rounds[table] = None
        return True

    def happened(self, now, table, reply):
        self.spoke.append(now)
        for event in reply.events:
            if isinstance(event, ADDS):
                self.staked.append((now, event.amount))
            elif isinstance(event, TAKES):
                self.staked.append((now, -event.amount))
        self.rounds[table] = reply.standing.table.round
        self.balance = reply.balance

    def step(self, now):
        self.had.append((now, self.balance + self.open(), self.open()))

    # What is left

    def open(self):
        return sum(stakes(round) for round in self.rounds.values())

    def follows(self):
        return sum(
            cover(round, next(iter(owners(round)), ""))
            for round in self.rounds.values()
            if round is not None and round.phase in (BETTING, EXAMINING)
        )

    def used(self, kind, period, now):
        begins = PRACTICE.gaming_day.period(period, now).begins
        if kind == "time":
            total, last = 0, -DAY
            for at in [*self.spoke, now]:
                if at >= begins and at - last <= PAUSE:
                    total += at - max(last, begins)
                last = at
            return total
        before = [had for had in self.had if had[0] < begins]
        wealth, lay = before[-1][1:] if before else (0, 0)
        if kind == "stake":
            return lay + sum(amount for at, amount in self.staked if at >= begins) + self.follows()
        granted = sum(amount for at, amount in self.granted if at >= begins)
        return wealth + granted - self.balance + self.follows()

    def room(self, now):
        """None, "closed", or how much more may be put at risk."""
        self.ripen(now)
        if self.excluded_until > now:
            return "closed"
        lefts = []
        for (kind, period), amount in self.held.items():
            if amount is not None:
                used = self.used(kind, period, now)
                if kind != "time":
                    lefts.append(amount - used)
                elif used >= amount * SECOND:
                    return "closed"
        return min(lefts, default=None)

    def forget(self, now):
        """What is older than any period."""
        since = now - 40 * DAY
        older = [had for had in self.had if had[0] < since]
        self.had = older[-1:] + [had for had in self.had if had[0] >= since]
        self.granted = [one for one in self.granted if one[0] >= since]
        self.staked = [one for one in self.staked if one[0] >= since]
        self.spoke = [at for at in self.spoke if at >= since]


def owners(round):
    return {bettor for box in round.boxes.values() for bettor in box.stakes}


def stakes(round):
    """What lies on the felt: priced bets leave it when bets are closed."""
    if round is None or round.phase not in (BETTING, EXAMINING):
        return 0
    is_gone = round.setup.rules.prices if round.phase == EXAMINING else ()
    return sum(
        amount
        for box in round.boxes.values()
        for wagers in box.stakes.values()
        for wager, amount in wagers.items()
        if wager not in is_gone
    )


class Walk:
    """Random people, limits and bets in groups of commands; every answer is held to the model."""

    def __init__(self, folder, seed, people=2):
        self.folder, self.chance = folder, random.Random(seed)
        self.clock = Clock()
        self.house = self.open()
        self.last = 0
        self.seen = Counter()
        self.models, self.standings = {}, {}
        # A command of which the house said that it will be taken, and when.
        self.offered, self.offered_at = None, 0
        for number in range(people):
            token = hash_of_token(f"person {number}")
            (reply,) = self.commit([Asked("", "", ComeIn(token))])
            id = reply.person.id
            self.models[id] = Model(self.last, reply.balance)
            self.models[id].step(self.last)
            for offer in OFFERS:
                (reply,) = self.commit([Asked(id, "", Sit(offer))])
                self.models[id].spoke.append(self.last)
                self.standings[id, reply.table] = None
        self.number = 0

    def open(self):
        house = opened(self.folder, self.chance.random(), self.clock)
        house.office.statements.cursor.execute("PRAGMA synchronous=OFF")  # No crash is tried here.
        return house

    def commit(self, batch):
        """The replies, and the house's own time of them."""
        self.last = max(self.last + 1, self.clock.now)
        someone = next(iter(self.models), None)
        looks = [Asked(someone, "", LookAtLimits())] if someone else []
        replies = self.house.office.commit([*batch, *looks])
        if looks:
            self.last = replies.pop().limits.now
        else:
            self.last = self.house.office.statements.last_time()
        return replies

    def restart(self):
        """What is kept at hand is read from the ledger again."""
        self.house.close()
        self.house = self.open()

    def steps(self, count, restart_every=0):
        done = 0
        while done < count:
            self.pass_time()
            batch = [self.something() for _ in range(self.chance.choice((1, 1, 1, 2, 3, 6)))]
            if len(batch) > 1:
                self.offered = None  # It may be taken up by the others.
            for asked, reply in zip(batch, self.commit(batch), strict=True):
                self.follow(asked, reply)
            before, done = done, done + len(batch)
            if restart_every and done // restart_every > before // restart_every:
                self.restart()
        return self.seen

    def pass_time(self):
        chance = self.chance
        kind = chance.random()
        if kind < 0.6:
            self.clock.now += chance.randint(1, 60 * SECOND)
        elif kind < 0.85:
            self.clock.now += chance.randint(1, 20 * 60 * SECOND)
        elif kind < 0.95:
            self.clock.now += chance.randint(1, DAY)
        elif kind < 0.98:
            self.clock.now += chance.randint(1, 12 * DAY)
        else:
            self.clock.now -= chance.randint(1, 2 * DAY)  # Somebody sets the clock back.
        if chance.random() < 0.02:  # On the last moment of a day, or the first.
            ends = PRACTICE.gaming_day.period("day", self.clock.now).ends
            self.clock.now = ends - chance.randint(0, 1)

    # What people do

    def something(self):
        chance = self.chance
        id, table = chance.choice([*self.standings])
        self.number += 1
        kind = chance.random()
        if kind < 0.12:
            request = self.some_limit()
        elif kind < 0.124:
            request = Exclude(chance.choice(EXCLUSION_DAYS[:2] * 20 + EXCLUSION_DAYS[2:]))
        elif kind < 0.17:
            request = Grant()
        else:
            request = Ask(table, self.some_command(id, table))
        return Asked(id, f"c{self.number}", request)

    def some_limit(self):
        chance = self.chance
        kind, period = chance.choice(KINDS), chance.choice(PERIODS)
        scale = PERIODS.index(period) * 2 + 1
        if chance.random() < 0.15:
            return SetLimit(kind, period, None)
        if kind == "time":
            return SetLimit(kind, period, chance.randrange(3_600) * scale)
        amount = chance.randrange(900) * 100 * scale + chance.choice((0, 0, 0, 99))
        return SetLimit(kind, period, amount)

    def some_command(self, id, table):
        standing = self.standings[id, table]
        if standing is None:
            return Stake({1: {"ante": 500}})
        if self.chance.random() < 0.3:
            (seen,) = self.commit([Asked(id, "", Look(table))])
            most = self.most_allowed(seen.standing)
            if most is not None:
                self.offered, self.offered_at = most, self.last
                return most
        return random_command(self.chance, standing.table)

    def most_allowed(self, standing):
        """As much as the page would let somebody add to one bet."""
        allowed = allowed_now(standing.table, standing.balance, standing.room)
        bounds = [
            bet for bet in allowed.bets if bet.needs is None and bet.ranges[-1][1] > bet.total
        ]
        if not bounds:
            return None
        bet = self.chance.choice(bounds)
        round = standing.table.round
        boxes = {}
        if round.phase == BETTING:
            mine = standing.table.person
            boxes = {
                n: dict(box.stakes[mine]) for n, box in round.boxes.items() if mine in box.stakes
            }
        boxes.setdefault(bet.box, {})[bet.wager] = bet.ranges[-1][1]
        return Stake(boxes)

    # What comes of it

    def follow(self, asked, reply):
        id, _, request, _ = asked
        model = self.models[id]
        now = self.last
        room = model.room(now)
        match request:
            case SetLimit(kind, period, amount):
                model.sets(now, (kind, period), amount)
            case Exclude(days):
                is_taken = model.excludes(now, days)
                assert is_taken == (reply.refusal is None)
                if is_taken:
                    for other in [key for key in self.standings if key[0] == id]:
                        self.standings[other] = None
            case Grant():
                assert room != "closed" or reply.refusal is not None or model.excluded_until <= now
                if reply.refusal is None:
                    model.granted.append((now, reply.balance - model.balance))
                model.balance = reply.balance
            case Ask(table, command):
                self.follow_ask(model, room, table, command, reply, id)
        self.seen[type(request).__name__] += 1
        model.step(now)
        model.forget(now)

    def follow_ask(self, model, room, table, command, reply, id):
        standing = reply.standing
        code = reply.refusal.code if reply.refusal else None
        before = model.open() + model.follows()
        model.happened(self.last, table, reply)
        added = model.open() + model.follows() - before
        is_bet = type(command).__name__ in ("Stake", "Deal")
        if code is None and is_bet and room is not None:
            opened_bets = sum(
                event.amount for event in reply.events if isinstance(event, e.BetPlaced)
            )
            assert room != "closed" or (opened_bets == 0 and type(command) is Stake), reply.events
            if room != "closed" and type(command) is Stake:
                assert added <= max(room, 0), (added, room)
            if type(command) is Deal and command.boxes is None:
                assert room >= 0
            self.seen["within"] += 1
        if code in ("limit/loss", "limit/stake"):
            assert isinstance(room, int)
            # What was won yesterday gives no room today.
            day = PRACTICE.gaming_day
            assert command is not self.offered or day.of(self.last) != day.of(self.offered_at)
        elif code is not None and code.startswith("limit/"):
            assert room == "closed"
        if is_bet:
            self.seen[code] += 1
        left = model.room(self.last)
        told = standing.room
        if told is None:
            assert left is None
        elif told.is_closed:
            assert left == "closed", (left, told, model.held, model.excluded_until, self.last)
        else:
            assert left == told.left, (left, told)
        self.standings[id, table] = standing
