"""Pictures of finished games: a story as PNG, a moment as GIF, and link previews without unwanted results."""

import struct
from pathlib import Path

import httpx
from PIL import Image

from service.web import picture_canvas
from service.web.picture_canvas import BEAN, SPRITE, drawable, load_drawing
from service.web.rulebook import DRAWN
from service.web.story_picture import SIZE, STEPS
from tests.service.command_line import GAME
from tests.service.web.conftest import Service


def fetch(service: Service, path: str) -> httpx.Response:
    return httpx.get(f"{service.address}{path}")


def test_a_story_picture_has_the_size_of_link_previews(service: Service):
    for lang in ("en", "fr", "de"):
        answer = fetch(service, f"/games/{GAME}/story.png?lang={lang}")
        assert (answer.status_code, answer.headers["Content-Type"]) == (200, "image/png")
        assert struct.unpack(">II", answer.content[16:24]) == SIZE
        assert len(answer.content) < 250_000


def test_a_moment_is_an_animation_that_ends_with_its_event(service: Service, tmp_path: Path):
    moment = service.request(f"/v1/games/{GAME}/story")["story"]["moments"][-1]["n"]
    answer = fetch(service, f"/games/{GAME}/moment.gif?n={moment}")
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "image/gif")
    path = tmp_path / "moment.gif"
    path.write_bytes(answer.content)
    with Image.open(path) as image:
        assert 1 < image.n_frames <= STEPS + 1
    for n in ("1", "0", "x", "", "9" * 12):
        assert fetch(service, f"/games/{GAME}/moment.gif?n={n}").status_code == 404


def test_a_running_or_unknown_game_has_no_picture(service: Service):
    running = service.new_game({"kind": "human"}, {"kind": "human"}, {"kind": "human"})["game"]
    for game in (running, "no-such-game"):
        assert fetch(service, f"/games/{game}/story.png").status_code == 404
        assert fetch(service, f"/games/{game}/moment.gif?n=5").status_code == 404


def test_a_link_preview_tells_the_result_only_if_the_link_does(service: Service):
    summary = service.request(f"/v1/games/{GAME}/story")["summary"]
    unasked, asked = (fetch(service, f"/games/{GAME}{query}").text for query in ("?lang=en", "?lang=en&result=shown"))
    assert "og:title" in unasked
    assert "og:image" not in unasked
    assert "og:description" not in unasked
    assert f"/games/{GAME}/story.png?lang=en" in asked
    assert summary.split(",")[0] in asked


def test_the_beans_are_decoded_once_before_the_first_picture():
    picture_canvas._sprite.cache_clear()
    load_drawing()
    decoded = picture_canvas._sprite.cache_info().misses
    picture_canvas.Canvas(2, 2).bean((0, 0), "soy", 3)
    assert (decoded, picture_canvas._sprite.cache_info().misses) == (1, 1)


def test_a_drawn_name_replaces_missing_letters():
    assert drawable("Zo\u00eb \u0158eho\u0159 \u4e2d") == "Zo\u00eb Rehor \N{MIDDLE DOT}"


def test_the_bean_sprite_has_each_drawing():
    with Image.open(SPRITE) as image:
        assert image.size == (BEAN * (len(DRAWN) + 1), BEAN)
