"""Write the server's OpenAPI document to web/openapi.json: python -m scripts.openapi

The page's types are generated from it: `npm run types` in web/.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from pitboss.house import House
from pitboss.server.app import create_app

FILE = Path(__file__).parent.parent / "web" / "openapi.json"


def text() -> str:
    """The document as it stands in the file."""
    with tempfile.TemporaryDirectory() as folder, House(Path(folder)) as house:
        document = create_app(house, frozenset({"http://localhost:8000"})).openapi()
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(text(), "utf-8")
    print(FILE.name, "written")
