"""The benchmarks still run, each at the least effort; what they measure is looked at by people."""

from pathlib import Path

import msgspec
import pytest

from benchmarks.__main__ import BENCHMARKS, PAGE, main
from benchmarks.harness import MARKERS, SMOKE, Figure, Report, Samples, markdown, number, plain, refreshed
from benchmarks.load import LoadFailed, send
from benchmarks.stage import other, request
from domain.registry import GAMES

PURE = ("fold", "decide", "size")

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Report]:
    """What the benchmarks without a database find."""
    file = tmp_path_factory.mktemp("bench") / "figures.json"
    main([*(f"--only={name}" for name in PURE), "--json", str(file)], SMOKE)
    return msgspec.convert(msgspec.json.decode(file.read_bytes())["reports"], dict[str, Report])


@pytest.mark.parametrize("name", PURE)
def test_each_game_is_measured(found: dict[str, Report], name: str) -> None:
    figures = found[name].figures
    assert all(figure.value > 0 for figure in figures)
    assert all(any(figure.name.startswith(f"{key}, ") for figure in figures) for key in GAMES)


@pytest.mark.parametrize("name", PURE)
def test_ratios_are_to_what_was_measured_beside(found: dict[str, Report], name: str) -> None:
    assert any(figure.ratio for figure in found[name].figures)
    assert all(bool(figure.beside) == (figure.ratio is not None) for figure in found[name].figures)


def test_the_sender_counts_answers() -> None:
    with other("canned") as port:
        result = send(port, [[request("GET", "/")]] * 2, SMOKE, repeat=True)
    assert result.body == b"{}"
    assert result.answered > 0
    assert 0 < result.p50_ms <= result.p99_ms


def test_the_sender_tells_a_refusal(tmp_path: Path) -> None:
    bodies = tmp_path / "bodies"
    bodies.write_bytes(msgspec.msgpack.encode([b'"an answer"']))
    with other("memory", str(bodies)) as port:
        assert send(port, [[request("GET", "/0")]], SMOKE, repeat=True).body == b'"an answer"'
        with pytest.raises(LoadFailed, match="404"):
            send(port, [[request("GET", "/elsewhere")]], SMOKE, repeat=True)


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(BENCHMARKS.keys() - PURE))
def test_the_service_is_measured(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(["--only", name], SMOKE)
    assert " x " in capsys.readouterr().out


def test_a_ratio_is_taken_round_by_round() -> None:
    assert Samples((10.0, 2.0, 30.0)).over(Samples((5.0, 1.0, 10.0))) == 2


def test_figures_in_words() -> None:
    assert [number(value) for value in (None, 0.1234, 12.34, 123.4, 12345.6)] == ["", "0.123", "12.3", "123", "12,346"]
    report = Report("A title", (Figure(name="a", value=1, unit="b/s", beside="c", ratio=0.5),), ("A note.",))
    assert plain(report).splitlines()[-2:] == ["a          1  b/s   0.5 x  c", "   A note."]
    assert "| a | 1 |  | b/s |  |  | 0.5 x | c |" in markdown([report], ["On a machine."])


def test_the_page_can_be_refreshed() -> None:
    page = refreshed(PAGE.read_text(encoding="utf-8"), "new figures\n")
    assert f"{MARKERS[0]}\n\nnew figures\n\n{MARKERS[1]}" in page
    with pytest.raises(ValueError, match="needs the lines"):
        refreshed("no markers", "")


@pytest.mark.parametrize("wrong", [["--markdown", "--quick"], ["--markdown", "--only", "fold"], ["--only", "nothing"]])
def test_wrong_options(wrong: list[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(wrong)


def test_figures_of_a_busy_machine_are_not_written(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = PAGE.read_bytes()
    monkeypatch.setattr("benchmarks.__main__.busy", lambda: 0.6)
    with pytest.raises(SystemExit):
        main(["--markdown"], SMOKE)
    assert "its load average is 0.6, and may be 0.5" in capsys.readouterr().err
    assert PAGE.read_bytes() == before
