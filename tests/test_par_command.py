"""pitboss par: files written whole or not at all, refusals in one sentence."""

import errno
import json
import os
import sys

import pytest

from pitboss.cli import run
from pitboss.reports.files import write
from pitboss.reports.par.sheet import ParSheet


@pytest.mark.parametrize("ending", ["pdf", "xlsx", "html", "json"])
def test_par_writes_by_the_ending(ending, tmp_path, capsys):
    file = tmp_path / f"sheet.{ending}"
    assert run(["par", "three-pictures", "-o", str(file), "--json"]) == 0
    out, err = capsys.readouterr()
    assert (json.loads(out), err) == ({"written": str(file)}, "")
    start = {"pdf": b"%PDF", "xlsx": b"PK", "html": b"<!DO", "json": b"{\n"}[ending]
    assert file.read_bytes().startswith(start)
    assert os.listdir(tmp_path) == [file.name]
    assert run(["par", "three-pictures", "-o", str(file)]) == 0
    assert "PAR sheet of Three Pictures" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["par", "three-pictures"], "-o FILE, or --json"),
        (["par", "three-pictures", "-o", "x.doc"], ".pdf, .xlsx, .html, .json"),
        (["par", "three-pictures", "-o", "x"], ".pdf, .xlsx, .html, .json"),
        (["par", "three-pictres", "-o", "x.pdf"], "did you mean three-pictures?"),
        (["par", "three-pictures", "-o", "nowhere/x.pdf"], "there is no folder nowhere."),
        (["par", "three-pictures", "-o", "folder.pdf"], "it is a folder."),
        (["par", "three-pictures", "-o", "x\0.pdf"], "can't be written"),
        (["par", "three-pictures", "-o", "x" * 300 + ".pdf"], "can't be written"),
        (["par", "three-pictures", "-o", "x.pdf", "--boxes", "17"], "1 to 16"),
        (["par", "three-pictures", "-o", "x.pdf", "--boxes", "many"], "'many'"),
        (["par", "three-pictures", "-o", "x.pdf", "--maximum", "0"], "The maximum bet is $0.00"),
        (["par", "three-pictures", "-o", "x.pdf", "--jackpot", "5"], "no jackpot"),
        (["par", "three-card-poker", "-o", "x.pdf", "--jackpot", "9" * 15], "The jackpot is $9"),
        (["par", "three-pictures", "-o", "x.pdf", "--reading", "tie=points"], "no reading 'tie'"),
    ],
)
def test_par_refuses_in_one_sentence_and_writes_nothing(
    words, told, refused, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.pdf").mkdir()
    assert told in refused(*words)
    assert os.listdir(tmp_path) == ["folder.pdf"]


@pytest.mark.parametrize("fails", ["write", "replace"])
def test_a_file_is_written_whole_or_not_at_all(fails, tmp_path, monkeypatch, refused):
    file = tmp_path / "sheet.json"
    file.write_text("as it was")

    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync" if fails == "write" else "replace", full)
    told = refused("par", "three-pictures", "-o", str(file))
    assert told == f"{file} can't be written: No space left on device."
    assert os.listdir(tmp_path) == ["sheet.json"]
    assert file.read_text() == "as it was"


def test_a_folder_that_takes_no_files_is_told_before_any_work(tmp_path, monkeypatch, refused):
    monkeypatch.setattr(os, "access", lambda *_: False)
    monkeypatch.setattr(ParSheet, "work_out", lambda *_: pytest.fail("it was worked out"))
    told = refused("par", "three-pictures", "-o", str(tmp_path / "x.json"))
    assert told.endswith("can't be written: its folder takes no new files.")


def test_an_interrupted_write_leaves_nothing(tmp_path, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write(str(tmp_path / "x.json"), b"{}")
    assert os.listdir(tmp_path) == []


def test_a_link_stays_a_link(tmp_path):
    (tmp_path / "real.json").write_text("as it was")
    (tmp_path / "link.json").symlink_to("real.json")
    write(str(tmp_path / "link.json"), b"{}")
    assert (tmp_path / "link.json").is_symlink()
    assert (tmp_path / "real.json").read_bytes() == b"{}"


@pytest.mark.parametrize(
    ("module", "ending"),
    [("typst", "pdf"), ("xlsxwriter", "xlsx"), ("matplotlib", "html"), ("matplotlib", "pdf")],
)
def test_without_the_extra_one_sentence_says_so(module, ending, tmp_path, monkeypatch, refused):
    monkeypatch.setitem(sys.modules, module, None)
    told = refused("par", "three-pictures", "-o", str(tmp_path / f"x.{ending}"))
    assert told.endswith("needs the reports extra: pip install 'pitboss[reports]'.")
    assert os.listdir(tmp_path) == []


def test_json_needs_no_extra(capsys, monkeypatch):
    for module in ("typst", "xlsxwriter", "matplotlib"):
        monkeypatch.setitem(sys.modules, module, None)
    assert run(["par", "three-pictures", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["report"] == "PAR sheet"
