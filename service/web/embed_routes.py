"""The routes of a game outside the service's pages: as a file, as a picture, or in a frame of another page."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol
from urllib.parse import quote

from flask import Blueprint, Response, g, render_template, request, send_from_directory

from domain.remedies import Book
from projections.summary import GameStatus
from service.web.assets import STATIC
from service.web.language import language
from service.web.lobby import PublicGames
from service.web.page_data import script_data
from service.web.standalone_page import SECTIONS, STYLES, file_of
from service.web.story_picture import moment_animation, story_picture

ELEMENT: Final = "haricot-replay.js"
NUMBER: Final = re.compile("[0-9]{1,9}")


class ShownGames(PublicGames, Protocol):
    """The source of games for the pages, and where games may be embedded."""

    embed_origins: tuple[str, ...]
    """The origins whose pages may embed a game in a frame; empty for none."""
    book: Book
    """The book of remedies of this service."""

    def answer_of(self, operation: str, game: str, **query: object) -> Any:
        """Return what an operation of the API returns to the caller. Raises what it raises."""

    def make_once(self, key: str, costs: int, make: Callable[[], bytes]) -> bytes:
        """Return what `make` returns, made once for all requests with this key. It costs whom it is made for."""


EMBEDDED_RESPONSES: Final = {
    "": "get_game",
    "/forks": "list_forks",
    "/annotations": "list_annotations",
    "/disputes": "list_disputes",
}
"""The responses embedded in the page of a finished game: each path below the game's, with its operation."""


def answers_for(games: ShownGames, game: str, head: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return the API's public responses about a finished game, by address, so that its page need not request them."""
    if head is None or head["status"] in (GameStatus.OPEN, GameStatus.RUNNING):
        return {}
    return {
        f"/v1/games/{quote(game, safe='')}{rest}": games.answer_of(operation, game)
        for rest, operation in EMBEDDED_RESPONSES.items()
    }


def summary_for(games: ShownGames, game: str, head: Mapping[str, Any] | None) -> str:
    """Return how a finished game went, for the preview of a link to it; nothing for any other."""
    if head is None or head["status"] in (GameStatus.OPEN, GameStatus.RUNNING):
        return ""
    return str(games.answer_of("get_story", game, lang=language())["summary"])


def add_embed_routes(web: Blueprint, games: ShownGames) -> None:
    """Add these routes."""

    @web.get("/games/<game>/replay.html")
    def takeaway(game: str) -> Response:
        """Return the game as one file, to be saved."""
        response = Response(file_of(games.answer_of, game, request.args.get("as")), mimetype="text/html")
        response.headers.set("Content-Disposition", "attachment", filename=f"haricot-{game}.html")
        response.headers.update({"Cache-Control": "private, no-store", "Vary": "Authorization"})
        return response

    @web.get("/games/<game>/story.png")
    def picture(game: str) -> Response | tuple[str, int]:
        """Return a picture of how a game went, for those who may know its result."""
        return _picture(story_picture(games.answer_of, games.make_once, game, language()), "image/png")

    @web.get("/games/<game>/moment.gif")
    def animation(game: str) -> Response | tuple[str, int]:
        """Return the events that led to the moment at event `n`, in motion."""
        n = request.args.get("n", "")
        if not NUMBER.fullmatch(n):
            return _picture(None, "image/gif")
        return _picture(moment_animation(games.answer_of, games.make_once, game, int(n), language()), "image/gif")

    @web.get("/embed/games/<game>")
    def embedded(game: str) -> tuple[str, int]:
        """Show the viewer for a frame, for public games only. If no page may embed it, it does not exist."""
        if not games.embed_origins:
            return render_template("error.html", status=404), 404
        g.framed_by = " ".join(games.embed_origins)
        if (head := games.public_head(game)) is None:
            return render_template("error.html", status=404), 404
        data = {**script_data(head, language()), "game": game, "apart": True}
        data["answers"] = answers_for(games, game, head)
        return render_template("embed.html", game=game, data=data, styles=STYLES, sections=SECTIONS), 200

    @web.get("/embed/tournaments/<tournament>")
    def embedded_tournament(tournament: str) -> tuple[str, int]:
        """Show the tables and standings of a tournament for a frame; its script asks the API as an anonymous client."""
        if not games.embed_origins:
            return render_template("error.html", status=404), 404
        g.framed_by = " ".join(games.embed_origins)
        return render_template("tournament.html", data={"tournament": tournament}, part="frame"), 200

    @web.get(f"/embed/{ELEMENT}")
    def element() -> Response:
        """Return the element that shows a game on another page. Every page may load it."""
        response = send_from_directory(STATIC, f"js/embed/{ELEMENT}")
        response.headers["Access-Control-Allow-Origin"] = "*"
        return response


def _picture(made: bytes | None, media: str) -> Response | tuple[str, int]:
    if made is None:
        return render_template("error.html", status=404), 404
    response = Response(made, mimetype=media)
    response.headers.update({"Cache-Control": "private, max-age=300", "Vary": "Authorization, Accept-Language, Cookie"})
    return response
