"""Merkle trees as RFC 6962 has them (section 2.1), over any texts.

A tree has one hash as its root. That a text is among its leaves is shown by some twenty hashes for
a million leaves: the leaf's *path*, the hash of the neighbouring subtree at each level. A leaf is
hashed after a byte 0 and a pair of subtrees after a byte 1, so that neither passes for the other.

    >>> tree = Tree()
    >>> for text in ("a", "b", "c"):
    ...     tree.add(text)
    >>> tree.root() == node(node(leaf("a"), leaf("b")), leaf("c"))
    True
    >>> steps = path([leaf("a"), leaf("b"), leaf("c")], 1)
    >>> root_by(steps, leaf("b"), 1, 3) == tree.root()
    True
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256


def leaf(text: str) -> bytes:
    return sha256(b"\x00" + text.encode()).digest()


def node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()


class Tree:
    """A tree that grows leaf by leaf. It keeps one hash for each level only."""

    def __init__(self) -> None:
        self.size = 0
        self._whole: list[bytes] = []  # Roots of complete subtrees, the largest first.

    def add(self, text: str) -> None:
        root, size = leaf(text), self.size
        while size & 1:  # Two complete subtrees of a size make one of twice the size.
            root = node(self._whole.pop(), root)
            size >>= 1
        self._whole.append(root)
        self.size += 1

    def root(self) -> bytes:
        """The root as it stands; of an empty tree, the hash of nothing."""
        if not self._whole:
            return sha256(b"").digest()
        root = self._whole[-1]
        for left in self._whole[-2::-1]:
            root = node(left, root)
        return root


def path(leaves: Sequence[bytes], at: int) -> list[bytes]:
    """The path of one of these leaves to the root, from below."""
    steps, level = [], leaves
    while len(level) > 1:
        if at ^ 1 < len(level):  # The last one of an odd level has no neighbour.
            steps.append(level[at ^ 1])
        level, at = _above(level), at // 2
    return steps


def _above(level: Sequence[bytes]) -> list[bytes]:
    """The next level: pairs joined, and the last one of an odd number as it is."""
    pairs = [node(level[i], level[i + 1]) for i in range(0, len(level) - 1, 2)]
    return [*pairs, *level[len(level) & ~1 :]]


def root_by(steps: Sequence[bytes], start: bytes, at: int, size: int) -> bytes | None:
    """The root that a path leads to from a leaf at a place; None if no such path exists."""
    if not 0 <= at < size:
        return None
    root, left, last = start, list(steps), size - 1
    while last:
        if at & 1 or at < last:
            if not left:
                return None
            step = left.pop(0)
            root = node(step, root) if at & 1 else node(root, step)
        at, last = at >> 1, last >> 1
    return None if left else root
