"""Sign-ins checked: the tokens that people are known by, and which of them are over."""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from pitboss.house import events as h

SignInEvent = (
    h.GuestCame | h.PlayerLaunched | h.PlayerRegistered | h.PlayerSignedIn | h.PlayerSignedOut
    | h.PasswordChanged
)  # fmt: skip


class SignIn(NamedTuple):
    person: str
    began: int
    is_over: bool = False


class SignInCheck:
    def __init__(self) -> None:
        self.known: dict[str, SignIn] = {}  # By the hash of the token.
        self.without: set[str] = set()  # People who came before sign-ins were written down.
        self._of: defaultdict[str, list[str]] = defaultdict(list)  # By person.

    def happens(self, event: SignInEvent, time: int) -> None:
        match event:
            case h.GuestCame(person, sign_in=""):
                self.without.add(person)
            case h.GuestCame(person, sign_in=sign_in) | h.PlayerLaunched(person, sign_in=sign_in):
                self.begins(sign_in, person, time)
            case (
                h.PlayerRegistered(person, sign_in=sign_in, ended=ended)
                | h.PlayerSignedIn(person, sign_in, ended)
            ):  # fmt: skip
                self.ends(ended)
                self.begins(sign_in, person, time)
            case h.PlayerSignedOut(person, ended):
                if ended:
                    self.ends(ended)
                else:
                    self.all_end(person)
            case h.PasswordChanged(person, sign_in):
                self.all_end(person)
                self.begins(sign_in, person, time)

    def begins(self, sign_in: str, person: str, time: int) -> None:
        self.known[sign_in] = SignIn(person, time)
        self._of[person].append(sign_in)

    def ends(self, sign_in: str) -> None:
        """Whatever a browser has shown is over, if it ever was one."""
        known = self.known.get(sign_in)
        if known is not None:
            self.known[sign_in] = known._replace(is_over=True)

    def all_end(self, person: str) -> None:
        for sign_in in self._of[person]:
            self.ends(sign_in)
