"""What a page of the documentation shows: fenced and indented blocks, and commands in the text."""

import re
import textwrap
from typing import NamedTuple

FENCED = re.compile(r"^ *```(?P<language>\w*)\n(?P<text>.*?)^ *```$", re.M | re.S)
# Lines indented by four spaces or more, after a blank line.
INDENTED = re.compile(r"(?<=\n\n)(?:(?: {4,}.*)?\n)+", re.M)
INLINE = re.compile(r"`((?:pitboss|python|pip|make) [^`\n]+)`")
PLACEHOLDER = re.compile(r"…|\b[A-Z]{2,}\b")
PROGRAMS = ("pitboss", "python", "pip", "pytest", "make", "export", "cp")


class Block(NamedTuple):
    language: str  # "" for an indented block.
    text: str


class Command(NamedTuple):
    line: str
    output: str = ""  # What the page shows of it; nothing if it shows none.


def blocks(page: str) -> list[Block]:
    """The fenced and the indented blocks of a page."""
    fenced = [Block(match["language"], _dedent(match["text"])) for match in FENCED.finditer(page)]
    indented = [Block("", _dedent(text)) for text in INDENTED.findall(FENCED.sub("", page))]
    return fenced + [block for block in indented if block.text.strip()]


def is_shell(block: Block) -> bool:
    first = block.text.removeprefix("$ ").split(maxsplit=1)[0]
    return block.language in ("sh", "console") or (not block.language and first in PROGRAMS)


def commands(block: Block) -> list[Command]:
    """The commands of a shell block; with a prompt, the lines that follow are the output."""
    text = block.text.replace("\\\n", " ")
    if not text.startswith("$ "):
        return [Command(line.partition(" #")[0].strip()) for line in text.splitlines() if line]
    parts = [part.partition("\n") for part in re.split(r"^\$ ", text, flags=re.M)[1:]]
    return [Command(line, output.strip("\n")) for line, _, output in parts]


def inline_commands(page: str) -> list[str]:
    """The complete commands in the text and in tables: not those with a placeholder or dots."""
    text = FENCED.sub("", page)
    return [line for line in INLINE.findall(text) if not PLACEHOLDER.search(line)]


def _dedent(text: str) -> str:
    return textwrap.dedent(text).strip("\n") + "\n"
