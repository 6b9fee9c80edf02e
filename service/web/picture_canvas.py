"""Draws pictures of games: text, beans, seats and lines on a felt table.

Only this module uses Pillow, which is optional.
"""

import re
import unicodedata
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from io import BytesIO
from typing import Any, Final

from service.problems import Problem
from service.web.assets import STATIC
from service.web.rulebook import DRAWN

BEAN: Final = 96
"""The width and height of a bean in the sprite, in pixels."""
SPRITE: Final = STATIC / "beans.png"
"""All drawings of beans in a row, in the order of their file, then a coin, made by tests/service/web/bean_sprite.py."""
FONT: Final = STATIC / "vendor" / "figtree.woff2"
COIN: Final = "coin"
LACKING: Final = (
    "Pictures need Pillow, which is not installed here: `pip install 'haricot[pictures]'` where Haricot runs brings it"
)
FELT: Final = ((47, 107, 76), (36, 85, 64))
"""The colours of the table, from its top to its bottom."""
INK, PALE, PAPER, GOLD, MUTED = "#2a2118", "#ffffff", "#fffbf2", "#efbf3d", "#655640"
TICKS: Final = {"\N{RIGHT SINGLE QUOTATION MARK}": "'", "\N{NARROW NO-BREAK SPACE}": " ", "\N{NO-BREAK SPACE}": " "}


def has_pictures() -> bool:
    """Return whether Pillow is installed."""
    return find_spec("PIL") is not None


def require_pictures() -> None:
    """Raise `export.form` if Pillow is not installed."""
    if not has_pictures():
        raise Problem("export.form", LACKING)


def load_drawing() -> None:
    """Load Pillow, the font and the beans, if Pillow is installed, so that the first picture need not wait for them."""
    if has_pictures():
        canvas = Canvas(2, 2)
        canvas.text((0, 0), "Haricot", 24, PALE)
        canvas.bean((0, 0), COIN, 2)
        canvas.png()


@cache
def _module(name: str) -> Any:
    """Return a module of Pillow, which has no place among the types."""
    require_pictures()
    return import_module(f"PIL.{name}")


@cache
def _font(size: int, weight: int) -> Any:
    font = _module("ImageFont").truetype(BytesIO(FONT.read_bytes()), size)
    font.set_variation_by_axes([weight])
    return font


@cache
def _sprite() -> Any:
    return _module("Image").open(SPRITE).convert("RGBA")


@cache
def _bean(name: str, size: int) -> Any:
    place = len(DRAWN) if name == COIN else DRAWN.index(name if name in DRAWN else "other")
    cut = _sprite().crop((place * BEAN, 0, (place + 1) * BEAN, BEAN))
    return cut.resize((size, size), _module("Image").Resampling.LANCZOS)


@cache
def _background(width: int, height: int) -> Any:
    """Return an empty table."""
    image = _module("Image").new("RGB", (1, height))
    for y in range(height):
        image.putpixel((0, y), tuple(a + (b - a) * y // height for a, b in zip(*FELT, strict=True)))
    return image.resize((width, height))


@cache
def seat_colours() -> tuple[str, ...]:
    """Return the colours of the seats, as the pages have them."""
    return tuple(re.findall(r"--seat-\d: (#\w+)", (STATIC / "css" / "tokens.css").read_text("utf-8")))


@cache
def line_colours() -> tuple[str, ...]:
    """Return the colours of lines of the seats on a dark ground, as the pages have them."""
    return tuple(re.findall(r"--line-\d: (#\w+)", (STATIC / "css" / "tokens.css").read_text("utf-8"))[7:])


@cache
def _is_drawable(letter: str) -> bool:
    """Return whether the font has this character; what it lacks looks like the character that nothing has."""
    font = _font(20, 500)
    return letter == " " or bytes(font.getmask(letter)) != bytes(font.getmask("\uffff"))


def drawable(text: str) -> str:
    """Return the text with what the font lacks replaced: by the letter without its accent, else by a point."""
    found = []
    for letter in text:
        plain = TICKS.get(letter, letter)
        bare = unicodedata.normalize("NFKD", plain)[:1]
        found.append(next((one for one in (plain, bare) if one and _is_drawable(one)), "\N{MIDDLE DOT}"))
    return "".join(found)


class Canvas:
    """A picture that is drawn on: sizes and places are in pixels."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._image = _background(width, height).copy()
        self._draw = _module("ImageDraw").Draw(self._image, "RGBA")

    def panel(self, box: tuple[int, int, int, int], colour: str = PAPER, radius: int = 14) -> None:
        """Draw a rectangle with round corners."""
        self._draw.rounded_rectangle(box, radius, fill=colour)

    def text(self, at: tuple[int, int], text: str, size: int, colour: str, *, weight: int = 500, most: int = 0) -> int:
        """Write a line that begins at the middle of its height; return where it ends. One wider than `most` is cut."""
        line, font = drawable(text), _font(size, weight)
        while most and len(line) > 1 and font.getlength(line) > most:
            line = line[:-2].rstrip() + "\N{HORIZONTAL ELLIPSIS}"
        self._draw.text(at, line, fill=colour, font=font, anchor="lm")
        return at[0] + int(font.getlength(line))

    def paragraph(self, at: tuple[int, int], text: str, size: int, colour: str, width: int, lines: int) -> None:
        """Write words in lines of this width, no more than `lines`."""
        font, rows = _font(size, 600), [""]
        for word in drawable(text).split():
            longer = f"{rows[-1]} {word}".strip()
            if font.getlength(longer) > width and rows[-1]:
                rows.append(word)
            else:
                rows[-1] = longer
        for place, row in enumerate(rows[:lines]):
            last = place == lines - 1 and len(rows) > lines
            self.text((at[0], at[1] + place * size * 5 // 4), row + (" ..." if last else ""), size, colour, weight=600)

    def disc(self, at: tuple[int, int], seat: int, size: int) -> None:
        """Draw the mark of a seat around a point."""
        x, y = at
        box = (x - size // 2, y - size // 2, x + size // 2, y + size // 2)
        self._draw.ellipse(box, fill=seat_colours()[seat % 7], outline=PALE, width=2)
        self._draw.text(at, str(seat + 1), fill=PALE, font=_font(size * 3 // 5, 800), anchor="mm")

    def bean(self, at: tuple[int, int], name: str, size: int) -> None:
        """Draw a bean, or a coin, left of whose middle the point lies."""
        drawn = _bean(name, size)
        self._image.paste(drawn, (at[0], at[1] - size // 2), drawn)

    def stepped(self, points: list[tuple[float, float]], seat: int, end: float) -> None:
        """Draw a line that keeps its height from point to point, up to `end`."""
        corners = []
        for (x, y), (following, _) in zip(points, [*points[1:], (end, 0.0)], strict=True):
            corners += [(x, y), (following, y)]
        self._draw.line(corners, fill=line_colours()[seat % 7], width=4, joint="curve")

    def png(self) -> bytes:
        """Return the picture as a PNG."""
        made = BytesIO()
        self._image.save(made, "PNG", compress_level=6)
        return made.getvalue()

    @staticmethod
    def animation(frames: list["Canvas"], durations: list[int]) -> bytes:
        """Return pictures one after the other as a GIF, each shown for this many milliseconds, again and again."""
        made, images = BytesIO(), [frame._image.quantize(128, dither=0) for frame in frames]  # noqa: SLF001  # its own
        images[0].save(made, "GIF", save_all=True, append_images=images[1:], duration=durations, loop=0, optimize=False)
        return made.getvalue()
