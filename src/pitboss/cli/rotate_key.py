"""pitboss rotate-key: a new key for a house, and its seeds sealed again."""

from __future__ import annotations

from pitboss.cli.house_options import FOLDER, Data, house_url
from pitboss.cli.options import Json
from pitboss.cli.output import print_json


def rotate_key(data: Data = FOLDER, as_json: Json = False) -> None:
    """Give a house a new key.

    The seeds of coming rounds are sealed again with it. Stop the house first. The old key stays
    beside the new one as key.old-ID: backups made before
    need it. No round changes by it.

    First: pitboss house simulate --days 1 --tables 2 --data demo

    Example: pitboss rotate-key --data demo
    """
    url = house_url()
    from pitboss.house.backups.back_room import BackRoom
    from pitboss.house.backups.key_rotation import rotate_key as rotate
    from pitboss.house.keys.key_files import OLD

    with BackRoom(data, url) as room:
        rotation = rotate(room)
    aside = data / f"{OLD}{rotation.old}"
    if as_json:
        print_json({**rotation._asdict(), "kept": str(aside)})
        return
    from rich.text import Text

    from pitboss.cli.screen import console

    seeds = "1 seed was" if rotation.tables == 1 else f"{rotation.tables:,} seeds were"
    text = (
        f"The key is {rotation.new} now, and {seeds} sealed again with it. "
        f"The old one is in {aside}: earlier backups need it."
    )
    console().print(Text(text))
