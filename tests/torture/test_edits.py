"""The forger of `make test`, fifty times as busy: some ten minutes on two cores."""

import pytest

from tests.support.tampering import edits_found, small_house

pytestmark = [pytest.mark.torture, pytest.mark.timeout(7200)]

EDITS = 10_000


@pytest.mark.parametrize("part", range(10, 20))
def test_every_edit_is_found(tmp_path, part):
    small_house(tmp_path)
    found, unseen = edits_found(tmp_path, EDITS, part)
    assert (found.total(), unseen) == (EDITS, [])
