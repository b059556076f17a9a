"""Players: guests who choose a name and a password keep everything, and can come back."""

import shutil
import sqlite3
from concurrent.futures import Future
from dataclasses import replace

import pytest
import sqlalchemy as sa

from pitboss.errors import PitbossError
from pitboss.house import events as h
from pitboss.house.backups.backup import back_up
from pitboss.house.backups.restore import restore
from pitboss.house.checks.people_check import PeopleCheck
from pitboss.house.people.passwords import WORST, Passwords, acceptable
from pitboss.house.people.person import hash_of_token
from pitboss.house.people.player_limits import WAITS
from pitboss.house.people.player_names import chosen_name, key_of
from pitboss.house.records.days import SECOND
from pitboss.house.requests import Asked, ChangePassword, Register, SignIn
from pitboss.house.settings.house_settings import Timers
from pitboss.house.storage.schema import JOURNAL, PEOPLE, PLAYER_LIMITS, SIGN_INS, sqlite_url
from pitboss.house.tables.practice import FoldHand
from tests.support.houses import (
    EXPIRES_AFTER,
    PRACTICE,
    START,
    Clock,
    Guest,
    assert_in_order,
    entries_of,
    findings,
    opened,
)

QUICK = Passwords(time_cost=1, memory_kib=8)
POKER = "three-card-poker"
SECRET = "correct horse battery"


def token(word):
    return hash_of_token(word)


def register(guest, name="Ada", id="register", password=SECRET, ends="one"):
    asked = Register(name, QUICK.hash(password), token(f"{name} {id}"), token(ends))
    return guest.house.register(guest.id, id, asked).result(30)


def sign_in(house, name, word="a browser", ends=""):
    person, kept = house.player_named(name)
    asked = SignIn(kept, kept, token(word), token(ends) if ends else "")
    return house.sign_in(person, asked).result(30)


# Becoming a player


def test_a_guest_who_becomes_a_player_keeps_id_money_and_tables(house):
    guest = Guest(house, POKER)
    guest.deal({1: {"ante": 1000}})
    reply = register(guest)
    assert (reply.person.id, reply.person.name, reply.balance) == (guest.id, "Ada", 99_000)
    assert house.sit(guest.id, POKER).result(30).table == guest.table
    assert guest.ask(FoldHand(1)).refusal is None  # The hand goes on.


def test_the_browser_goes_on_with_a_new_token_only(house):
    guest = Guest(house)
    register(guest)
    assert house.person_with(token("one")) is None
    assert house.person_with(token("Ada register")).id == guest.id


def test_a_name_is_taken_once_however_it_is_written(house):
    assert register(Guest(house)).refusal is None
    other = Guest(house, token="two")
    for number, name in enumerate(("Ada", "ADA", "a.d.a", "ａｄａ", "аdа".replace("d", "ԁ"))):
        reply = register(other, name, f"r{number}", ends="two")
        assert reply.refusal.code == "player/name-taken"
    assert house.person_with(token("two")).id == other.id  # Nothing has changed for them.


def test_a_player_is_registered_once(house):
    guest = Guest(house)
    register(guest)
    assert register(guest, "Bob", "again").refusal.code == "player/already"


def test_who_registers_again_is_signed_in_though_the_first_answer_was_lost(house):
    guest = Guest(house)
    register(guest)
    other = Register("Ada", "$argon2id$", token("later"), token("Ada register"))
    reply = house.register(guest.id, "register", other).result(30)
    assert (reply.is_repeated, reply.refusal, reply.balance) == (True, None, guest.balance)
    assert house.person_with(token("later")).id == guest.id
    assert house.person_with(token("Ada register")) is None


def test_two_who_ask_for_a_name_in_one_commit(house):
    one, two = Guest(house), Guest(house, token="two")
    asked = [
        Asked(one.id, "r", Register("Ada", "$argon2id$", token("x"), token("one"))),
        Asked(two.id, "r", Register("ada", "$argon2id$", token("y"), token("two"))),
    ]
    replies = house.office.commit(asked)
    assert [reply.refusal and reply.refusal.code for reply in replies] == [
        None,
        "player/name-taken",
    ]


def test_no_password_and_no_token_is_in_the_journal_or_in_a_trace(house, tmp_path):
    guest = Guest(house)
    register(guest)
    person, kept = house.player_named("Ada")
    asked = ChangePassword(kept, QUICK.hash("another one, then"), token("new"))
    house.change_password(person, "change", asked).result(30)
    written = "".join(map(repr, entries_of(house.engine)))
    assert "PlayerRegistered" in written
    assert "PasswordChanged" in written
    traced = repr(asked) + repr(Register("Ada", kept, token("new"), ""))
    for secret in ("argon2", SECRET, "Ada register"):  # The journal has hashes of tokens.
        assert secret not in written
        assert secret not in traced
    assert token("new") not in traced
    assert "argon2" not in repr(house.player_named("Ada"))


# Signing in and out


def test_a_player_signs_in_from_another_browser(house):
    guest = Guest(house)
    register(guest)
    reply = sign_in(house, "ada")
    assert (reply.person.id, reply.balance, reply.left_behind) == (guest.id, 100_000, 0)
    assert house.person_with(token("a browser")).id == guest.id
    assert house.person_with(token("Ada register")).id == guest.id  # Still signed in there.


def test_a_guest_who_signs_in_leaves_the_play_money_behind(house):
    register(Guest(house))
    visitor = Guest(house, POKER, "two")
    visitor.stake({1: {"ante": 1000}})
    reply = sign_in(house, "Ada", ends="two")
    assert reply.left_behind == 100_000
    assert house.person_with(token("two")) is None
    assert reply.balance == 100_000


def test_a_password_that_was_changed_meanwhile_does_not_sign_in(house):
    guest = Guest(house)
    register(guest)
    person, kept = house.player_named("Ada")
    changed = ChangePassword(kept, QUICK.hash("another one, then"), token("new"))
    house.change_password(person, "change", changed).result(30)
    with pytest.raises(PitbossError) as refused:
        house.sign_in(person, SignIn(kept, kept, token("late"), "")).result(30)
    assert refused.value.code == "player/sign-in"
    assert house.person_with(token("late")) is None


def test_a_new_password_ends_all_other_sign_ins(house):
    guest = Guest(house)
    register(guest)
    sign_in(house, "Ada", "elsewhere")
    person, kept = house.player_named("Ada")
    changed = ChangePassword(kept, QUICK.hash("another one, then"), token("new"))
    house.change_password(person, "change", changed).result(30)
    assert house.person_with(token("elsewhere")) is None
    assert house.person_with(token("Ada register")) is None
    assert house.person_with(token("new")).id == guest.id


def test_signing_out_here_and_everywhere(house):
    guest = Guest(house)
    register(guest)
    for word in ("a", "b", "c"):
        sign_in(house, "Ada", word)
    house.sign_out(guest.id, token("a")).result(30)
    assert [house.person_with(token(word)) is None for word in "abc"] == [True, False, False]
    house.sign_out_all(guest.id).result(30)
    assert all(house.person_with(token(word)) is None for word in "abc")


def test_a_guest_can_not_sign_out(house):
    guest = Guest(house)
    with pytest.raises(PitbossError) as refused:
        house.sign_out(guest.id, token("one")).result(30)
    assert refused.value.code == "player/guest"


def test_a_newer_hash_takes_the_place_of_an_outdated_one(house):
    guest = Guest(house)
    register(guest)
    person, kept = house.player_named("Ada")
    newer = Passwords(time_cost=2, memory_kib=16)
    assert newer.is_right(kept, SECRET)
    assert newer.is_outdated(kept)
    house.sign_in(person, SignIn(kept, newer.hash(SECRET), token("a"), "")).result(30)
    again = house.player_named("Ada").password
    assert newer.is_right(again, SECRET)
    assert not newer.is_outdated(again)


def test_players_are_not_seen_off(tmp_path):
    clock = Clock()
    with opened(tmp_path, clock=clock) as house:
        register(Guest(house))
        Guest(house, token="two")
        clock.now += EXPIRES_AFTER + SECOND
        house.sweep().result(30)
        assert sign_in(house, "Ada").balance == 100_000
        assert house.person_with(token("two")) is None
    assert_in_order(tmp_path)


def test_a_player_who_says_nothing_for_too_long_signs_in_again(tmp_path):
    clock = Clock()
    settings = replace(PRACTICE, timers=Timers(player=1_800))
    with opened(tmp_path, clock=clock, settings=settings) as house:
        guest = Guest(house)
        register(guest)
        sign_in(house, "Ada", "a")
        clock.now += 1_801 * SECOND
        assert house.person_with(token("a")) is None
        with pytest.raises(PitbossError) as refused:
            guest.stake({1: {"initial": 500}})
        assert refused.value.code == "player/away"
        sign_in(house, "Ada", "b")
        assert house.person_with(token("b")).id == guest.id
        assert guest.stake({1: {"initial": 500}}).refusal is None


def test_on_either_server(place):
    with opened(**place) as house:
        guest = Guest(house, POKER)
        register(guest)
        sign_in(house, "Ada", "a")
        house.set_limit(guest.id, "l", "loss", "week", 5_000).result(30)
        house.set_limit(guest.id, "m", "time", "day", 60).result(30)
        guest.deal({1: {"ante": 500}})
        guest.ask(FoldHand(1))
        house.sign_out(guest.id, token("a")).result(30)
        assert house.person_with(token("a")) is None
        assert house.signed_in_with(guest.id, [token("z"), token("a")]) == token("a")
        assert house.signed_in_with(guest.id, [token("z")]) is None
        assert house.signed_in_with("", []) is None
    with opened(**place) as house:
        guest.house = house
        assert guest.look().room.left == 4_500
        assert house.exclude(guest.id, "x", 1).result(30).refusal is None
    assert_in_order(**place)


# Names and passwords


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        *(("Ada", "Ada"), ("  Ada   Lovelace ", "Ada Lovelace"), ("Ａda", "Ada"), ("Zoë", "Zoë")),
        *(("O'Neill", "O'Neill"), ("Анна", "Анна"), ("さくら3", "さくら3"), ("محمد", "محمد")),
        ("Jean-Luc_7", "Jean-Luc_7"),
    ],
)
def test_names_that_are_taken_as_they_are(name, kept):
    assert chosen_name(name) == kept


@pytest.mark.parametrize(
    "name",
    [
        *("", "Al", "A" * 25, "a" * 1000, "Ada\0", "Ada\n\nB\u200bob", "A_", "-Ada", "Ad..a"),
        *("😀😀😀", "Pаypal", "Ada<b>", "a\u0301\u0301\u0301", "\u0301abc", "\u202eadA", "½¾¼"),
        *("Guest", "guest 12", "GUEST.3", "House", "Pit-Boss", "dealer7"),
    ],
)
def test_names_that_are_refused(name):
    with pytest.raises(PitbossError) as refused:
        chosen_name(name)
    assert refused.value.code == "player/name"


def test_what_makes_two_names_the_same():
    assert key_of("Straße") == key_of("STRASSE")
    assert key_of("Ada Lovelace") == key_of("ada.lovelace") == key_of("AdaLovelace")
    assert key_of("Bob١") == key_of("bob1")
    assert key_of("сосо") == key_of("coco")  # The first is Cyrillic.
    assert key_of("Ada") != key_of("Eda")
    assert key_of("\ud800\ud800\ud800") is None


@pytest.mark.parametrize(
    "password",
    ["short", "x" * 129, "password", "PASSWORD123", "aaaaaaaab", "Ada Lovelace", "ada.lovelace"],
)
def test_passwords_that_are_refused(password):
    with pytest.raises(PitbossError) as refused:
        acceptable(password, "Ada Lovelace")
    assert refused.value.code == "player/password"


def test_passwords_that_are_taken():
    for password in ("x1y2z3w4", "a" * 60 + "b" * 60 + "c" * 8, "пароль для Ады", "  eight   "):
        acceptable(password, "Ada")
    assert len(WORST) > 80
    assert all(len(word) >= 8 and word == word.casefold() for word in WORST)


def test_a_password_is_the_same_however_its_letters_are_composed():
    kept = QUICK.hash("caf\u00e9 au lait")
    assert QUICK.is_right(kept, "cafe\u0301 au lait")
    assert not QUICK.is_right(kept, "cafe au lait")
    assert not QUICK.is_right(None, "nobody's password")
    assert not QUICK.is_right("no hash", SECRET)
    assert kept.startswith("$argon2id$")


# Verify


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """A house with a player, limits and an exclusion."""
    folder = tmp_path_factory.mktemp("players")
    with opened(folder) as house:
        guest = Guest(house)
        register(guest)
        house.set_limit(guest.id, "1", "loss", "day", 5_000).result(30)
        house.set_limit(guest.id, "2", "loss", "day", 9_000).result(30)
        house.set_limit(guest.id, "3", "time", "week", 600).result(30)
        house.exclude(guest.id, "4", 1).result(30)
        Guest(house, token="two")
    assert_in_order(folder)
    return folder


@pytest.mark.parametrize(
    ("edit", "says"),
    [
        ("UPDATE people SET name = 'Bob' WHERE name = 'Ada'", "registered as Ada"),
        ("UPDATE people SET name = NULL WHERE name = 'Ada'", "registered as Ada"),
        ("UPDATE people SET name_key = 'bob' WHERE name = 'Ada'", "compared as bob"),
        ("UPDATE people SET password = NULL WHERE name = 'Ada'", "hash of a password"),
        ("UPDATE people SET password = 'x' WHERE name IS NULL", "hash of a password"),
        ("UPDATE people SET name = 'Eve', name_key = 'eve' WHERE name IS NULL", "listed as Eve"),
        ("UPDATE people SET excluded_until = 0", "excluded until another time"),
        ("UPDATE people SET excluded_until = 5 WHERE name IS NULL", "excluded until another"),
        ("UPDATE player_limits SET amount = amount + 1 WHERE kind = 'loss'", "not in the journal"),
        ("UPDATE player_limits SET effective = effective - 1", "not in the journal"),
        ("DELETE FROM player_limits WHERE kind = 'time'", "not listed"),
        ("UPDATE player_limits SET period = 'month' WHERE kind = 'time'", "not in the journal"),
        ("UPDATE sign_ins SET is_over = 0 WHERE is_over", "another person or time"),
        ("UPDATE sign_ins SET is_over = 1 WHERE NOT is_over", "another person or time"),
        ("INSERT INTO player_limits SELECT id, 'loss', 'day', 1, NULL FROM people", "not in the"),
    ],
)
def test_a_row_that_was_changed_is_found(kept, tmp_path, edit, says):
    shutil.copytree(kept, tmp_path, dirs_exist_ok=True)
    database = sqlite3.connect(tmp_path / "house.db")
    assert database.execute(edit).rowcount > 0
    database.commit()
    database.close()
    problems, _ = findings(tmp_path)
    assert any(says in str(problem) for problem in problems), problems


@pytest.mark.parametrize("changes", [10, 9])  # What is cut off ends with either of the last two.
def test_a_restored_house_knows_people_as_they_were(tmp_path, changes):
    """Back to each moment: rows follow from the entries that are left."""
    place = {"folder": tmp_path / "house"}
    with opened(**place) as house:
        guest = Guest(house)
        ada, steps = guest.id, []

        def now():
            steps.append((len(entries_of(house.engine, "house")), rows_of_people(house.engine)))

        now()
        for change in (
            lambda: register(guest),
            lambda: house.set_limit(ada, "1", "loss", "day", 5_000),
            lambda: house.set_limit(ada, "2", "loss", "day", 9_000),
            lambda: house.exclude(ada, "3", 1),
            lambda: sign_in(house, "Ada", "elsewhere"),
            lambda: house.sign_out(ada, token("elsewhere")),
            lambda: sign_in(house, "Ada", "at home", ends="elsewhere"),
            lambda: house.exclude(ada, "4", 7),
            lambda: change_password(house, "Ada"),
            lambda: house.sign_out_all(ada),
        )[:changes]:
            reply = change()
            if isinstance(reply, Future):
                reply.result(30)
            now()
    file = tmp_path / "backup.zip"
    back_up(place["folder"], file, START)
    last = steps[-1][0]
    for number, (entries, rows) in enumerate(steps):
        folder = tmp_path / f"restored {number}"
        cut = {} if entries == last else {"entry": number_of(place["folder"], entries)}
        restore(file, folder, **cut)
        assert_in_order(folder)
        engine = sa.create_engine(sqlite_url(folder / "house.db"))
        assert rows_of_people(engine) == rows
        engine.dispose()


def change_password(house, name):
    person, kept = house.player_named(name)
    asked = ChangePassword(kept, QUICK.hash("another one"), token("changed"))
    return house.change_password(person, "change", asked)


def rows_of_people(engine):
    """All but passwords and when somebody was seen."""
    people = PEOPLE.c
    queries = (
        sa.select(people.id, people.player_name, people.name_key, people.excluded_until),
        sa.select(people.password.is_(None)),
        sa.select(SIGN_INS).order_by(SIGN_INS.c.token),
        sa.select(PLAYER_LIMITS).order_by(PLAYER_LIMITS.c.kind, PLAYER_LIMITS.c.effective),
    )
    with engine.connect() as connection:
        return [connection.execute(query).all() for query in queries]


def number_of(folder, sequence):
    """The number in the journal of an entry of the house's own stream."""
    engine = sa.create_engine(sqlite_url(folder / "house.db"))
    query = sa.select(JOURNAL.c.id).where(
        JOURNAL.c.stream == "house", JOURNAL.c.sequence == sequence
    )
    with engine.connect() as connection:
        number = connection.execute(query).scalar_one()
    engine.dispose()
    return number


def test_events_that_can_not_have_happened():
    def problems(*events):
        check = PeopleCheck()
        came = [h.GuestCame("A", "Guest 1"), h.GuestCame("B", "Guest 2")]
        return [
            says for at, event in enumerate([*came, *events]) for says in check.happens(event, at)
        ]

    def registered(person, name):
        return h.PlayerRegistered(person, name, f"{name}'s", "")

    ada, bob = registered("A", "Ada"), registered("B", "Bob")
    tight = h.LimitSet("A", "loss", "day", 100, 2)
    assert problems(ada, bob) == []
    assert "second time" in problems(ada, ada)[0]
    assert "another player's" in problems(ada, registered("B", "ADA"))[0]
    assert "is not here" in problems(registered("C", "Cid"))[0]
    assert "seen off" in problems(ada, h.GuestExpired("A"))[0]
    assert "no password" in problems(h.PasswordChanged("A", "new"))[0]
    assert "no password" in problems(h.PlayerSignedIn("A", "new", ""))[0]
    assert "does not sign out" in problems(h.PlayerSignedOut("A", ""))[0]
    launched = h.PlayerLaunched("L", "wallet", "Lou", "new")
    assert problems(launched, launched, h.PlayerSignedOut("L", "new")) == []
    assert "second time" in problems(launched, registered("L", "Lou"))[0]
    assert "somebody else" in problems(h.PlayerLaunched("A", "wallet", "Ada", "new"))[0]
    assert problems(tight) == []
    assert problems(tight, tight._replace(amount=200, effective=3 + WAITS)) == []
    assert "another time" in problems(tight, tight._replace(amount=200, effective=3))[0]
    assert "another time" in problems(tight._replace(effective=3))[0]
    assert problems(h.Excluded("A", 10), h.Excluded("A", 20)) == []
    assert "shorter" in problems(h.Excluded("A", 10), h.Excluded("A", 9))[0]
