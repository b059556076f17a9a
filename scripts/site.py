"""Build the site of the documentation into .site/html: python -m scripts.site

The pages are copied first. There is no address to which a link to a source file could lead, so each
file that a page links to, outside docs/, becomes a page of the site that shows it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from scripts.site_links import problems
from scripts.site_pages import make_self_contained
from scripts.site_search import name_sections

ROOT = Path(__file__).parent.parent
DOCS, CONFIGURATION = ROOT / "docs", ROOT / "mkdocs.yml"
OUTPUT = ROOT / ".site"
# A link to a file above docs/, by as many steps as its page needs.
OUTSIDE = re.compile(r"\]\((?P<up>(?:\.\./)+)(?P<path>[^)#:]+)(?P<anchor>#[^)]*)?\)")
REST_OF_FOLDER = re.compile(r"^(?P<indent> *)- (?P<folder>[\w-]+)/\*$", re.M)
LANGUAGES = {".py": "python", ".toml": "toml", ".json": "json", ".md": "markdown", ".ts": "ts"}


def stage(folder: Path) -> None:
    """Copy what the site is built from: the configuration and all pages, links resolved."""
    pages = folder / "pages"
    shutil.rmtree(pages, ignore_errors=True)
    shutil.copytree(DOCS, pages)
    shown: set[Path] = set()
    for page in sorted(pages.rglob("*.md")):
        text = page.read_text("utf-8")
        depth = len(page.relative_to(pages).parts)

        def shown_here(link: re.Match[str], depth: int = depth) -> str:
            path = ROOT / link["path"].rstrip("/")
            steps = link["up"].count("..")
            if steps != depth or not path.exists():  # Within docs/, or the check of links tells.
                return link[0]
            shown.add(path)
            return f"]({'../' * (depth - 1)}files/{path.relative_to(ROOT).as_posix()}.md)"

        page.write_text(OUTSIDE.sub(shown_here, text), "utf-8")
    for path in sorted(shown):
        target = pages / "files" / f"{path.relative_to(ROOT).as_posix()}.md"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(file_page(path), "utf-8")
    (folder / "mkdocs.yml").write_text(configuration(), "utf-8")


def configuration() -> str:
    """mkdocs.yml, with the pages of a folder where it names the rest of that folder."""
    text = CONFIGURATION.read_text("utf-8")

    def rest(entry: re.Match[str]) -> str:
        pages = (
            page.relative_to(DOCS).as_posix() for page in (DOCS / entry["folder"]).glob("*.md")
        )
        unnamed = sorted(page for page in pages if f" {page}\n" not in text)
        return "\n".join(f"{entry['indent']}- {page}" for page in unnamed)

    return REST_OF_FOLDER.sub(rest, text)


def file_page(path: Path) -> str:
    """A page that shows a file, or the files of a folder one after the other."""
    name = path.relative_to(ROOT).as_posix()
    if path.is_file():
        return f"# {path.name}\n\n`{name}`\n\n{fenced(path)}"
    parts = [f"# {path.name}\n\nThe folder `{name}`.\n"]
    for file in files_in(path):
        parts.append(f"## {file.relative_to(path).as_posix()}\n\n{fenced(file)}")
    return "\n".join(parts)


def files_in(folder: Path) -> Iterator[Path]:
    for file in sorted(folder.rglob("*")):
        if file.is_file() and not {"__pycache__", "tests"} & {*file.relative_to(folder).parts[:-1]}:
            yield file


def fenced(path: Path) -> str:
    language = LANGUAGES.get(path.suffix, "text")
    return f"````{language}\n{path.read_text('utf-8').rstrip()}\n````\n"


def build(folder: Path) -> None:
    """Build the site from what was staged; a warning is an error."""
    shutil.rmtree(folder / "html", ignore_errors=True)
    shutil.rmtree(folder / ".cache", ignore_errors=True)
    program = [sys.executable, "-m", "zensical", "build", "--strict"]
    environment = {**os.environ, "NO_COLOR": "1"}
    built = subprocess.run(
        program, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    if built.returncode:
        raise SystemExit(built.stdout + built.stderr)
    make_self_contained(folder / "html")
    name_sections(folder / "html")


def main() -> None:
    OUTPUT.mkdir(exist_ok=True)
    stage(OUTPUT)
    build(OUTPUT)
    wrong = problems(OUTPUT / "html")
    for problem in wrong:
        print(problem, file=sys.stderr)
    if wrong:
        sys.exit(1)
    print(
        f"{len(list((OUTPUT / 'html').rglob('*.html')))} pages, every link checked: open "
        ".site/html/index.html, or /docs of a house that is served from here."
    )


if __name__ == "__main__":
    main()
