"""Merkle trees, held to RFC 6962's own definition and to the vectors of its implementations."""

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.house.records.merkle import Tree, leaf, node, path, root_by

# The eight entries of certificate-transparency's own tests, and the roots of their prefixes.
ENTRIES = [
    "", "00", "10", "2021", "3031", "40414243", "5051525354555657",
    "606162636465666768696a6b6c6d6e6f",
]  # fmt: skip
ROOTS = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]


def by_definition(leaves):
    """RFC 6962, 2.1: split at the largest power of two below the number of leaves."""
    if not leaves:
        return sha256(b"").digest()
    if len(leaves) == 1:
        return leaves[0]
    split = 1 << (len(leaves) - 1).bit_length() - 1
    return node(by_definition(leaves[:split]), by_definition(leaves[split:]))


def tree_of(texts):
    tree = Tree()
    for text in texts:
        tree.add(text)
    return tree


def texts(size):
    return [f"text {number}" for number in range(size)]


def test_known_roots():
    for size, root in enumerate(ROOTS, 1):
        data = [bytes.fromhex(entry).decode("latin-1") for entry in ENTRIES[:size]]
        assert all(text.isascii() for text in data)  # Else UTF-8 would make other bytes of it.
        assert tree_of(data).root().hex() == root


@pytest.mark.parametrize("size", [*range(70), 127, 128, 129, 1000])
def test_a_tree_that_grows_has_the_root_of_the_definition(size):
    assert tree_of(texts(size)).root() == by_definition([leaf(text) for text in texts(size)])


@pytest.mark.parametrize("size", [*range(1, 34), 255, 256, 257])
def test_every_path_leads_to_the_root(size):
    leaves = [leaf(text) for text in texts(size)]
    root = by_definition(leaves)
    for at, start in enumerate(leaves):
        steps = path(leaves, at)
        assert len(steps) <= (size - 1).bit_length()
        assert root_by(steps, start, at, size) == root


@given(st.integers(1, 40), st.data())
def test_no_other_path_leads_to_the_root(size, data):
    leaves = [leaf(text) for text in texts(size)]
    at = data.draw(st.integers(0, size - 1))
    steps, root = path(leaves, at), by_definition(leaves)
    elsewhere = data.draw(st.integers(-1, size))
    if elsewhere != at:
        assert root_by(steps, leaves[at], elsewhere, size) != root
    assert root_by(steps, leaf("another"), at, size) != root
    assert root_by([*steps, leaves[0]], leaves[at], at, size) is None
    if steps:
        assert root_by(steps[:-1], leaves[at], at, size) is None
        changed = data.draw(st.integers(0, len(steps) - 1))
        steps[changed] = bytes(32)
        assert root_by(steps, leaves[at], at, size) != root


def test_a_node_never_passes_for_a_leaf():
    left, right = leaf("a"), leaf("b")
    assert node(left, right) != sha256(b"\x00" + left + right).digest()
