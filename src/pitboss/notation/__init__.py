"""Rounds written down: as text that people read and write, as JSON, and in words.

    record          what was said at a table, step by step, and what follows by the rules
    text            a record as plain text; `header`, `steps` and `syntax` are its parts
    arrows          the arrows of a text, compared with the rules
    example         an example round of any game
    record_json     a record as JSON, and the saved events of a table
    setup_json      a table's configuration as JSON
    codec           single commands and events as JSON
    wording         each event as a sentence
    schemas         JSON Schemas of all these formats
    upgrades        files of earlier versions, brought up to date

Programs can import what they need from here:

    from pitboss.notation import read, run, write
"""

from pitboss.notation.record import Outcome, Record, Step, check, run, run_events
from pitboss.notation.record_json import Saved, as_json, from_json, parse_json, restore, save
from pitboss.notation.text import followed, read, write

__all__ = [
    "Outcome",
    "Record",
    "Saved",
    "Step",
    "as_json",
    "check",
    "followed",
    "from_json",
    "parse_json",
    "read",
    "restore",
    "run",
    "run_events",
    "save",
    "write",
]
