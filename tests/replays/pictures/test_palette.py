"""Everything that is written can be read, by light and in the dark (WCAG 2.2), and colours differ in lightness."""

import re
from itertools import combinations

import pytest

from replays.pictures.palette import ON, ROOT, TONES, Tone, style
from replays.pictures.seats import COLOURS, shape

LIGHT_AND_DARK = pytest.mark.parametrize("by", ["light", "dark"])
WRITTEN_ON = [
    ("ink", "paper"),
    ("ink", "panel"),
    ("ink", "card"),
    ("soft", "paper"),
    ("soft", "panel"),
    ("soft", "card"),
]
WRITTEN_ON += [("mark", "paper"), ("mark", "panel"), ("dark", "white"), *((on, tone) for tone, on in ON.items())]
SEEN_ON = [
    ("edge", "panel"),
    ("edge", "paper"),
    ("edge", "card"),
    ("mark", "panel"),
    ("mark", "paper"),
    ("back", "panel"),
]


def luminance(colour: str) -> float:
    """Relative luminance, as WCAG defines it."""
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def of(tone: str, by: str) -> str:
    colour: str = getattr(TONES[tone], by)
    return colour


def test_contrast_is_reckoned_as_wcag_does() -> None:
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@LIGHT_AND_DARK
@pytest.mark.parametrize(("text", "ground"), WRITTEN_ON)
def test_text_stands_out(text: str, ground: str, by: str) -> None:
    """1.4.3, level AA: 4.5 to 1."""
    assert contrast(of(text, by), of(ground, by)) >= 4.5


@LIGHT_AND_DARK
@pytest.mark.parametrize(("mark", "ground"), SEEN_ON)
def test_outlines_stand_out(mark: str, ground: str, by: str) -> None:
    """1.4.11: 3 to 1. What is filled with a colour has an outline, so the colour itself needn't."""
    assert contrast(of(mark, by), of(ground, by)) >= (2.4 if mark == "back" else 3)


def test_seats_differ_in_shape_and_colour() -> None:
    assert len(set(COLOURS)) == len(COLOURS) == len({shape(seat, 7) for seat in range(len(COLOURS))})


@pytest.mark.parametrize("kind", ["protanopia", "deuteranopia", "tritanopia"])
def test_the_colours_of_up_to_five_seats_differ_for_who_lacks_a_kind_of_cone(kind: str) -> None:
    """Simulated by the matrices of Machado, Oliveira and Fernandes (2009), severity 1."""
    for one, other in combinations(COLOURS[:5], 2):
        a, b = (simulated(TONES[tone].light, kind) for tone in (one, other))
        assert sum((x - y) ** 2 for x, y in zip(a, b, strict=True)) ** 0.5 > 0.1, (one, other)


MATRICES = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def simulated(colour: str, kind: str) -> tuple[float, ...]:
    rgb = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return tuple(sum(m * c for m, c in zip(row, rgb, strict=True)) for row in MATRICES[kind])


def test_only_what_is_used_is_in_the_style_sheet() -> None:
    rules = style('<rect class="f-orange s-edge"/>')
    assert set(re.findall(r"\.([fs]-\w+)\{", rules)) == {"f-orange", "s-edge"}
    assert f"fill:{TONES['orange'].light};fill:var(--orange)" in rules, "a colour for who knows no properties"
    assert "prefers-color-scheme:dark" in rules
    assert all(rule.startswith(f".{ROOT}") for rule in re.findall(r"\.[^{}]+(?=\{)", rules)), "bound to the picture"


def test_every_tone_is_a_colour() -> None:
    for tone in TONES.values():
        assert isinstance(tone, Tone)
        assert all(re.fullmatch("#[0-9a-f]{6}", colour) for colour in tone)
    assert set(ON) | set(ON.values()) <= set(TONES)
