"""Fonts for languages that typst's own fonts don't cover."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from pitboss.errors import BadConfiguration
from pitboss.reports.files import require


@dataclass(frozen=True)
class Font:
    family: str = ""  # Beside typst's own; empty if those will do.
    folders: tuple[str, ...] = ()
    is_system: bool = False  # Whether it is one of the machine's fonts.


OWN = Font()  # Typst's own fonts.
PACKAGE, FOLDER, FAMILY = "justmytype_intl_cjk", "fonts/ofl/notosanssc", "Noto Sans SC"
# What else may be there: Debian's packages, macOS, Windows.
SYSTEM_FAMILIES = (
    FAMILY, "Noto Sans CJK SC", "Source Han Sans SC", "WenQuanYi Micro Hei", "PingFang SC",
    "Heiti SC", "Microsoft YaHei", "SimHei",
)  # fmt: skip


def font_for(language: str) -> Font:
    """The font that a document in this language needs, or one sentence on how to install it."""
    return chinese_font() if language == "zh" else OWN


def chinese_font() -> Font:
    package = find_spec(PACKAGE)
    if package is not None and package.origin:
        folder = Path(package.origin).parent / FOLDER
        if folder.is_dir():
            return Font(FAMILY, (str(folder),))
    require("typst", "A PDF")
    import typst

    installed = set(typst.Fonts(include_system_fonts=True).families())
    for family in SYSTEM_FAMILIES:
        if family in installed:
            return Font(family, is_system=True)
    raise BadConfiguration(
        "report/font",
        "A PDF in Chinese needs a Chinese font: pip install 'pitboss[chinese]', or write .html.",
    )
