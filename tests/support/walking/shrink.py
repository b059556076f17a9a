"""The fewest commands that still go wrong, for whoever has to find out why."""

import random
from dataclasses import fields

from pitboss.play.commands import OpenBets
from tests.support.walking.table import Table
from tests.support.walking.wrong import Wrong


def kind(error):
    """What went wrong, without the names and numbers of this one case."""
    cause = error.__cause__
    return str(error).partition(":")[0], type(cause).__name__ if cause else ""


def failure(setup, commands):
    """How these commands go wrong at a fresh table, if they do, and after how many."""
    table, chance = Table(setup), random.Random(0)
    for count, command in enumerate(commands, 1):
        try:
            table.say(command, chance)
        except Wrong as error:
            return kind(error), count
    return None, len(commands)


def fewest(setup, commands, error):
    """A short list of commands that goes wrong in the same way."""
    wanted = kind(error)
    best = last_rounds(setup, list(commands), wanted)
    if best is None:
        return list(commands)  # It takes more than the commands.
    size = len(best) // 2
    while size:
        at, length = 0, len(best)
        while at < len(best):
            left = best[:at] + best[at + size :]
            found, count = failure(setup, left)
            if found == wanted:
                best = left[:count]
            else:
                at += size
        # What could not go at first may go now that other things are gone.
        size = min(8, len(best) // 2) if size == 1 and len(best) < length else size // 2
    return best


def last_rounds(setup, commands, wanted):
    """As few of the last rounds as go wrong in the same way, if any do."""
    opened = [at for at, command in enumerate(commands) if isinstance(command, OpenBets)]
    for at in [*(opened[-some] for some in (1, 2, 3, 5, 8, 13) if some <= len(opened)), 0]:
        if failure(setup, commands[at:])[0] == wanted:
            return commands[at:]
    return None


def story(setup, commands):
    """The table and what was said there, to be read or pasted."""
    rules, told = setup.rules, []
    book = rules.rulebook
    asked = {one.key: rules.readings[one.key] for one in book.readings}
    defaults = {one.key: one.default for one in book.readings}
    told.append(f"{rules.key}, readings {dict(asked.items() - defaults.items())}")
    told += [f"  {one.name} = {getattr(setup, one.name)!r}" for one in fields(setup)[1:]]
    return "\n".join([*told, *(f"  {command!r}" for command in commands)])
