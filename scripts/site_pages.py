"""A built site, made to open from disk and under the content policy of our server.

The policy allows no script and no style in a page itself, and a browser refuses a page on disk its
workers. So what the theme writes into pages goes into files, and docs/assets/site.js does the rest.
"""

from __future__ import annotations

import json
import re
from hashlib import sha256
from os.path import relpath
from pathlib import Path

SCRIPT = re.compile(r"<script>(?P<text>.*?)</script>", re.S)
STYLED = re.compile(r'<(?P<tag>\w+)(?P<before>[^<>]*?) style="(?P<style>[^"]*)"(?P<after>[^<>]*)>')
CLASS = re.compile(r' class="(?P<names>[^"]*)"')
# The theme would have this from elsewhere, to search from disk.
SHIM = re.compile(r'<script src="https://unpkg\.com/iframe-worker/shim"[^>]*></script>')
LOGO = re.compile(r'<a href="[^"]*"(?P<rest>[^>]* md-logo")')  # It leads to a folder.
ASSETS = "assets"


def make_self_contained(site: Path) -> None:
    """Rewrite all pages of a built site."""
    (site / "404.html").unlink()  # Made for the root of a server; the house has its own sentence.
    scripts: dict[str, str] = {}
    styles: dict[str, str] = {}
    for page in site.rglob("*.html"):
        to_assets = relpath(site / ASSETS, page.parent)
        page.write_text(_rewritten(page.read_text("utf-8"), to_assets, scripts, styles), "utf-8")
    for name, text in scripts.items():
        (site / ASSETS / name).write_text(text, "utf-8")
    rules = [f".{name} {{ {_important(style)} }}" for name, style in styles.items()]
    (site / ASSETS / "inline.css").write_text("\n".join(rules) + "\n", "utf-8")
    (worker,) = (site / ASSETS / "javascripts" / "workers").glob("search.*.js")
    own = site / ASSETS / "site.js"
    source = f"const SEARCH_WORKER = {json.dumps(worker.read_text('utf-8'))};\n"
    own.write_text(source + own.read_text("utf-8"), "utf-8")


def _rewritten(page: str, to_assets: str, scripts: dict[str, str], styles: dict[str, str]) -> str:
    def script(inline: re.Match[str]) -> str:
        name = f"inline-{_short_hash(inline['text'])}.js"
        scripts[name] = inline["text"]
        return f'<script src="{to_assets}/{name}"></script>'

    def styled(tag: re.Match[str]) -> str:
        name = f"inline-{_short_hash(tag['style'])}"
        styles[name] = tag["style"]
        rest = tag["before"] + tag["after"]
        if CLASS.search(rest):
            rest = CLASS.sub(rf' class="\g<names> {name}"', rest)
        else:
            rest = f' class="{name}"{rest}'
        return f"<{tag['tag']}{rest}>"

    page = STYLED.sub(styled, SCRIPT.sub(script, page))
    page = LOGO.sub(rf'<a href="{to_assets}/../index.html"\g<rest>', page)
    page = SHIM.sub(f'<script src="{to_assets}/site.js"></script>', page)
    return page.replace(
        "</head>", f'<link rel="stylesheet" href="{to_assets}/inline.css"></head>', 1
    )


def _important(style: str) -> str:
    """The style of a tag, which counts before all rules."""
    declarations = filter(None, map(str.strip, style.split(";")))
    return " ".join(f"{declaration} !important;" for declaration in declarations)


def _short_hash(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:12]
