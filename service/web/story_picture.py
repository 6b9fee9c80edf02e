"""Pictures of finished games to be shared: how a game went, and one of its moments in motion."""

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from service.web.lobby import edition_name, name_of
from service.web.picture_canvas import COIN, GOLD, INK, MUTED, PALE, PAPER, Canvas, require_pictures
from service.web.standalone_page import AnswerOf

MadeOnce = Callable[[str, int, Callable[[], bytes]], bytes]
"""Returns what a function makes, made once for all with the same key: `make_once(key, costs, make)`."""
SIZE: Final = (1200, 630)
"""The size that pages of other services show of a link."""
MOMENT_SIZE: Final = (900, 560)
STEPS: Final = 7
"""How many events before a moment its animation shows at most."""
STEP_MS, LAST_MS = 1100, 3200
FEW_SEATS: Final = 5
TOP: Final = 160
"""Where the rows of the seats begin."""
COSTS, MOMENT_COSTS = 20, 40
"""What it costs to draw a picture that is new, as operations count it: in hundredths of a second."""
BY_LEAST: Final = 4
"""The graph reaches at least this many coins."""


def story_picture(answer_of: AnswerOf, make_once: MadeOnce, game: str, language: str) -> bytes | None:
    """Return a picture of how a game went, as a PNG; None for a game without a story.

    Raises what the operations raise for callers who may not have it.
    """
    require_pictures()
    answered = answer_of("get_story", game, lang=language)
    if answered["story"] is None:
        return None
    head = answer_of("get_game", game)
    names = [name_of(seat) or "" for seat in head["seats"]]
    series = answer_of("get_timeline", game)["series"]
    facts = json.dumps([answered, names, edition_name(head["rules"]["edition"]), series])
    return make_once(f"story.png {facts}", COSTS, lambda: _story_png(facts))


def _story_png(facts: str) -> bytes:
    """Draw the picture of a story from these facts in JSON."""
    answered, names, edition, series = json.loads(facts)
    canvas, seats = Canvas(*SIZE), sorted(answered["story"]["seats"], key=lambda seat: (seat["place"], seat["seat"]))
    canvas.paragraph((40, 36), answered["summary"], 24, PALE, 1120, 4)
    room = (500 - TOP) // len(seats)
    for row, seat in enumerate(seats):
        _seat_row(canvas, seat, names[seat["seat"]], TOP + row * room, min(room, 76))
    _graph(canvas, series, answered["story"]["version"], (40, 508, 1160, 592))
    canvas.bean((40, 611), "green", 30)
    canvas.text((78, 611), f"Haricot · {edition}", 18, "#d5e7d9", most=1080)
    return canvas.png()


def _seat_row(canvas: Canvas, seat: Mapping[str, Any], name: str, top: int, height: int) -> None:
    middle = top + height // 2
    canvas.panel((40, top, 1160, top + height - 6), "#fbe9b5" if seat["place"] == 1 else PAPER)
    size = min(34, height - 14)
    canvas.text((58, middle - 3), f"{seat['place']}.", size * 3 // 4, MUTED, weight=700)
    canvas.disc((124, middle - 3), seat["seat"], size)
    canvas.text((156, middle - 3), name, size * 3 // 4, INK, weight=700, most=260)
    canvas.text((438, middle - 3), str(seat["score"]), size, INK, weight=800)
    x = 520
    for one in seat["varieties"]:
        if one["coins"] and x < 1080:
            canvas.bean((x, middle - 3), one["variety"], size + 6)
            x = canvas.text((x + size + 10, middle - 3), str(one["coins"]), size * 2 // 3, INK, weight=700) + 16


def _graph(canvas: Canvas, series: Sequence[Mapping[str, Any]], version: int, box: tuple[int, int, int, int]) -> None:
    """Draw the coins of all seats over the events of a game."""
    left, top, right, bottom = box
    most = max([BY_LEAST, *(coins for seat in series for _, coins in seat["coins"])])
    across, down = (right - left) / max(version, 2), (bottom - top) / most
    for seat in series:
        points = [(left + n * across, bottom - coins * down) for n, coins in seat["coins"]]
        canvas.stepped(points, seat["seat"], right)


def moment_animation(answer_of: AnswerOf, make_once: MadeOnce, game: str, n: int, language: str) -> bytes | None:
    """Return the events that led to a moment of a game, as a GIF; None if event n is no moment of its story."""
    require_pictures()
    story = answer_of("get_story", game, lang=language)["story"]
    if story is None or n not in {one["n"] for one in story["moments"]}:
        return None
    names = [name_of(seat) or "" for seat in answer_of("get_game", game)["seats"]]
    after = max(0, n - STEPS - 1)
    asked = {"after": after, "limit": n - after, "as_": "omniscient"}
    snapshots = answer_of("list_tables", game, **asked, with_="moves")["tables"]
    sentences = answer_of("list_sentences", game, as_="omniscient", lang=language)["sentences"]
    shown = [snapshot for snapshot in snapshots if snapshot["moves"] or snapshot["n"] == n]
    facts = json.dumps([names, [[snapshot["table"]["seats"], sentences[snapshot["n"] - 1]] for snapshot in shown]])
    return make_once(f"moment.gif {facts}", MOMENT_COSTS, lambda: _moment_gif(facts))


def _moment_gif(facts: str) -> bytes:
    """Draw the animation of a moment from these facts in JSON."""
    names, shown = json.loads(facts)
    frames = [_table(seats, names, says, is_last=k == len(shown) - 1) for k, (seats, says) in enumerate(shown)]
    return Canvas.animation(frames, [STEP_MS] * (len(frames) - 1) + [LAST_MS])


def _table(seats: Sequence[Mapping[str, Any]], names: Sequence[str], says: str, *, is_last: bool) -> Canvas:
    width, height = MOMENT_SIZE
    canvas = Canvas(width, height)
    canvas.panel((20, 14, width - 20, 84), GOLD if is_last else PAPER)
    canvas.paragraph((36, 36), says, 22, INK, width - 72, 2)
    room = (height - 96) // len(names)
    for place, (seat, name) in enumerate(zip(seats, names, strict=True)):
        top = 92 + place * room
        middle, size = top + room // 2, 34 if len(names) <= FEW_SEATS else 26
        canvas.panel((20, top + 3, width - 20, top + room - 3), "#3b7658")
        canvas.disc((48, middle), place, size)
        canvas.text((76, middle), name, size * 2 // 3, PALE, weight=700, most=170)
        canvas.bean((260, middle), COIN, size)
        coins = seat["coins"]
        canvas.text((262 + size, middle), str(coins if isinstance(coins, int) else len(coins)), size, PALE, weight=800)
        for field, cards in enumerate(seat["fields"]):
            x = 360 + field * 170
            for variety, count in Counter(cards).items():
                canvas.bean((x, middle), variety, size + 12)
                x = canvas.text((x + size + 18, middle), f"\N{MULTIPLICATION SIGN}{count}", size * 2 // 3, PALE) + 6
    return canvas
