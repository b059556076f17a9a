"""Write docs/errors.md: every error code of a server, collected from the source.

Run it after adding or changing an error: python -m scripts.error_page
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator
from dataclasses import fields
from pathlib import Path
from typing import NamedTuple

from pitboss.language.procedure import Procedure
from pitboss.rulebooks import OWN
from pitboss.server.app import CLOSED_WITH, PROTOCOL, STATUS
from pitboss.server.sockets import GOING_AWAY, NOT_TEXT, TOO_SLOW

ROOT = Path(__file__).parent.parent
PAGE, SOURCE = ROOT / "docs" / "errors.md", ROOT / "src" / "pitboss"
CODE = re.compile(r"[a-z]+/[a-z]+(-[a-z]+)*")
NO_CODES = {"text/plain"}
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
FIELDS = {field.name for field in fields(Procedure) if field.type == "Clauses"}
REQUESTS = (
    "server/app.py", "server/asking.py", "server/connections.py", "server/guards.py",
    "server/launches.py", "server/operator_door.py", "server/people_routes.py",
    "server/rounds_played.py", "server/sign_ins.py", "server/sockets.py",
)  # fmt: skip
HOUSE = (
    "house/tables/practice.py", "house/office/writer.py", "house/rounds/history.py",
    "house/tables/recovery.py", "house/office/guest_desk.py", "house/office/table_desk.py",
    "house/office/entries.py", "house/office/wallet_desk.py", "house/office/player_desk.py",
    "house/people/player_names.py", "house/people/passwords.py", "house/office/limit_desk.py",
    "house/people/player_limits.py",
)  # fmt: skip
ROUND = ("play/decide.py", "play/betting.py", "play/closing.py", "play/player_actions.py")
OPENING = (
    "server/serve.py", "house/house.py", "house/storage/opening.py",
    "house/storage/ownership.py", "house/records/outside_rulebooks.py",
    "house/records/kept_heads.py", "house/keys/key_files.py",
    "house/keys/secret_files.py", "house/keys/sealing.py", "house/keys/signing.py",
    "cli/house_options.py", "cli/serve.py",
)  # fmt: skip
# Codes of those modules that belong elsewhere, or that nobody at a practice table can get.
ASKED_FOR = {"document/unknown"}  # Of house/house.py, by somebody who asks for a document.
WHILE_OPEN = {"house/stopped"}
OF_STAFF = {"authority/role", "bet/bettor", "bet/one-bettor", "rule/late-withdrawal"}
LATER_TOO = {"key/other", "key/sealed"}  # When a table is read whose seed can't be opened.
# Sentences that are put together elsewhere.
SAYS = {
    "message/invalid": "The first thing that is wrong with the message, and where.",
    "request/invalid": "The first thing that is wrong with the request, and where.",
    "house/url": "PITBOSS_DATABASE is not the address of a database. …: give one such as ….",
    "house/stopped": "The house has stopped (…): restart it.",
}


class Error(NamedTuple):
    code: str
    says: str
    fields: tuple[str, ...] = ()  # Of the procedure: where the clause is looked up.
    status: int | None = None


# Reading the source


def errors_in(module: str) -> Iterator[Error]:
    """Every error that a module makes, in the order of its lines."""
    tree = ast.parse((SOURCE / module).read_text("utf-8"))
    for scope in _scopes(tree):
        named = list(_texts(scope))
        for node in _nodes(scope):
            texts = {name: value for line, name, value in named if line < node.lineno}
            parts = node.args if isinstance(node, ast.Call) else getattr(node, "elts", [])
            for at, part in enumerate(parts[:2]):
                code = _code(part)
                if code is not None and len(parts) > at + 1:
                    before = parts[at - 1] if at else None
                    status = before.value if isinstance(before, ast.Constant) else None
                    cited = _fields(parts[at + 2], texts) if len(parts) > at + 2 else ()
                    says = _says(parts[at + 1], texts)
                    yield Error(code, says, cited, status if isinstance(status, int) else None)


def _scopes(tree: ast.Module) -> list[ast.AST]:
    """The functions of a module, and what stands outside of them."""
    functions = [node for node in ast.walk(tree) if isinstance(node, FUNCTIONS)]
    return [tree, *functions]


def _nodes(scope: ast.AST) -> Iterator[ast.Call | ast.Tuple]:
    """Calls and tuples within a scope, not those of a function within it."""
    for node in ast.iter_child_nodes(scope):
        if isinstance(node, ast.Call | ast.Tuple):
            yield node
        if not isinstance(node, FUNCTIONS):
            yield from _nodes(node)


def _texts(scope: ast.AST) -> Iterator[tuple[int, str, ast.expr]]:
    """What a scope gives names to, with the line: the last before an error is the one meant."""
    assignments = [node for node in ast.walk(scope) if isinstance(node, ast.Assign)]
    for node in sorted(assignments, key=lambda node: node.lineno):
        if isinstance(node.targets[0], ast.Name):
            yield node.lineno, node.targets[0].id, node.value


def _code(node: ast.expr) -> str | None:
    value = node.value if isinstance(node, ast.Constant) else None
    is_code = isinstance(value, str) and CODE.fullmatch(value) and value not in NO_CODES
    return str(value) if is_code else None


def _says(node: ast.expr, texts: dict[str, ast.expr]) -> str:
    """The sentence, with dots for what is filled in."""
    match node:
        case ast.Constant(value=str(text)):
            return text.replace("{}", "…")
        case ast.JoinedStr(values=parts):
            return "".join(_says(part, texts) for part in parts)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _says(left, texts) + _says(right, texts)
        case ast.IfExp(body=body):
            return _says(body, texts)
        case ast.Name(id=name) if name in texts:
            return _says(texts[name], {})
    return "…"


def _fields(node: ast.expr, texts: dict[str, ast.expr]) -> tuple[str, ...]:
    """The fields of the procedure that a refusal cites, also by a name given to them."""
    names: list[str] = []
    for part in ast.walk(node):
        if isinstance(part, ast.Attribute):
            names.append(part.attr)
        elif isinstance(part, ast.Name) and part.id in texts:
            names += _fields(texts[part.id], {})
    return tuple(name for name in names if name in FIELDS)


# Writing the page


def collected(modules: tuple[str, ...], without: Collection[str] = ()) -> list[Error]:
    """Each code once, with all its sentences and the fields that it may cite."""
    found: dict[str, list[Error]] = {}
    for module in modules:
        for error in errors_in(module):
            if error.code not in without:
                found.setdefault(error.code, []).append(error)
    return [_merged(errors) for _, errors in sorted(found.items())]


def _merged(errors: list[Error]) -> Error:
    sentences = dict.fromkeys(error.says for error in errors)
    says = SAYS.get(errors[0].code) or " / ".join(sentences)
    cited = tuple(dict.fromkeys(field for error in errors for field in error.fields))
    status = next((error.status for error in errors if error.status), None)
    return Error(errors[0].code, says, cited, status)


def status_of(error: Error) -> int:
    by_protocol = {code: status for status, (code, _) in PROTOCOL.items()}
    return error.status or by_protocol.get(error.code) or STATUS.get(error.code, 422)


def clauses_of(error: Error) -> str:
    """The clauses that a refusal may cite, by game."""
    by_game = []
    for book in OWN.values():
        listed = [getattr(book.procedure, field) for field in error.fields]
        first = dict.fromkeys(clauses[0] for clauses in listed if clauses)
        if first:
            by_game.append(f"{book.title} {', '.join(first)}")
    return "; ".join(by_game)


def sections() -> dict[str, list[Error]]:
    """The errors of a running server by where they come from, and of one that won't start."""
    names = [
        Error("unknown/game", "There is no game …: did you mean …?", (), 404),
        Error("unknown/offer", "There is no offer … in …: did you mean …?", (), 404),
    ]
    asked = [error for error in collected(OPENING) if error.code in ASKED_FOR]
    of_server = sorted([*collected(REQUESTS), *names, *asked])
    known = {error.code for error in of_server}
    of_house = collected(HOUSE, known)
    known |= {error.code for error in of_house}
    return {
        "server": of_server,
        "house": of_house,
        "round": collected(ROUND, OF_STAFF),
        "opening": collected(OPENING, ASKED_FOR | WHILE_OPEN),
    }


def page() -> str:
    errors = sections()
    lines = [
        "# Errors",
        "",
        "Every error has a code for programs, a sentence for people that says what to do, and the",
        "clause of the rulebook if one decides it. Dots stand for what is filled in. Over HTTP it",
        'is the body `{"error": {"code": …, "message": …, "clause": …}}`; at a table it is the',
        "`refused` of an answer, or the `error` of a problem. [The protocol](protocol.md) says",
        "when. This page is written by `python -m scripts.error_page` from the source.",
        "",
        "## The server",
        "",
        "Over HTTP with this status. At a table, what could not be read or came too fast is a",
        "problem, and a connection is refused by the close code below.",
        "",
        "| code | status | message |",
        "|---|---|---|",
        *(f"| `{error.code}` | {status_of(error)} | {error.says} |" for error in errors["server"]),
        "",
        "## The house",
        "",
        "Money, tables and the shuffle.",
        "",
        "| code | status | message |",
        "|---|---|---|",
        *(f"| `{error.code}` | {status_of(error)} | {error.says} |" for error in errors["house"]),
        "",
        "## The round",
        "",
        "Commands that the rules of the game refuse, with the clauses that they may cite by game.",
        "One person runs a practice table, so some of them never occur there.",
        "",
        "| code | message | clause |",
        "|---|---|---|",
        *(f"| `{error.code}` | {error.says} | {clauses_of(error)} |" for error in errors["round"]),
        "",
        "## Closed connections",
        "",
        "| close code | meaning |",
        "|---|---|",
        f"| {NOT_TEXT} | A frame was binary: send text. |",
        "| 1007 | A frame was not UTF-8. |",
        "| 1009 | A frame was too large. |",
        f"| {GOING_AWAY} | The server stops: connect again in a while. |",
        f"| {TOO_SLOW} | The client read too slowly: connect again, the table is as it was. |",
        *(
            f"| {CLOSED_WITH + status} | Refused; the reason is the code of an error with status "
            f"{status}. |"
            for status in (401, 403, 404, 429, 503)
        ),
        "",
        "## A server that does not start",
        "",
        "`pitboss serve` prints one of these sentences. A running server sends `key/other` and",
        "`key/sealed` with status 503 for a table whose seed it can't open.",
        "",
        "| code | message |",
        "|---|---|",
        *(f"| `{error.code}` | {error.says} |" for error in errors["opening"]),
        "",
    ]
    return "\n".join(lines)


def codes() -> set[str]:
    """Every code on the page that a running server may send."""
    errors = sections()
    sent = {error.code for name in ("server", "house", "round") for error in errors[name]}
    return sent | LATER_TOO


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
    print(PAGE.name, "written")
