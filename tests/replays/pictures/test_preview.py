"""Images for previews of links: whole, in the colours of the light, with every text."""

import re

import pytest
from msgspec.structs import replace

from domain.registry import GAMES
from replays.pictures.games import picture
from replays.pictures.palette import plain
from replays.pictures.preview import HEIGHT, WIDTH, preview
from replays.pictures.scene import Layout
from replays.sample import sample_scene


def drawn(key: str) -> str:
    return picture(replace(sample_scene(GAMES[key], "de"), layout=Layout.LANDSCAPE))


@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_one(key: str) -> None:
    image = preview(drawn(key))
    assert image[12:24] == b"IHDR" + WIDTH.to_bytes(4) + HEIGHT.to_bytes(4)
    assert len(image) > 20_000, "an image of a board isn't empty"


@pytest.mark.parametrize("key", GAMES)
def test_nothing_is_left_that_only_browsers_understand(key: str) -> None:
    rest = plain(drawn(key), "DejaVu Sans")
    assert not re.search(r"var\(|@media|system-ui", rest)
    assert rest.count("{") == rest.count("}")
    assert set(re.findall(r"(?:fill|stroke):(#\w+)}", rest)) == set(re.findall(r"(?:fill|stroke):(#\w+);", drawn(key)))


def test_texts_are_drawn_by_a_font_of_ours() -> None:
    text = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50"><text x="5" y="30">{}</text></svg>'
    images = [preview(text.format(words)) for words in ("", "Ada", "Jürgen", "Ἀθηνᾶ", "Михаил")]
    assert len(set(images)) == len(images)
