"""The routes of the printed reports, with pages for missing ones."""

import re
from collections.abc import Callable
from typing import Final

from flask import Blueprint, Response, make_response, render_template, request

from domain.refusals import HaricotError
from service.problems import Problem
from service.web.disputes import proceedings_for
from service.web.embed_routes import ShownGames
from service.web.event_report import ReportRequest, Sheet, options_of
from service.web.language import language
from service.web.scoresheet import protocol_for

NUMBER: Final = re.compile("[0-9]{1,9}")
SAID: Final = {
    "not-found": "absent",
    "view.forbidden": "hidden",
    "request.shape": "wrong",
    "auth.missing": "token",
    "auth.invalid": "token",
}
"""The page's words for a refusal. Any other refusal has none."""


class NoSuchEvent(HaricotError):
    """A report was requested for an event that the game does not have, as far as the caller may know."""


def add_sheets(web: Blueprint, games: ShownGames, problem_for: Callable[[Exception], Problem]) -> None:
    """Add the routes. Refusals are those of the API, with a link."""

    @web.get("/games/<game>/sheet")
    def sheet(game: str) -> Response:
        """Return the report on event `n`, or on the game; readable without scripts."""
        wish = ReportRequest(
            game=game, view=request.args.get("as") or None, result=request.args.get("result") == "shown"
        )
        return _answer(wish, problem_for, lambda: _printed(games, wish, request.args.get("n") or None))

    @web.get("/games/<game>/protocol")
    def protocol(game: str) -> Response:
        """Return the score sheet to be signed at the end of a game, on one page; readable without scripts."""

        def made() -> str:
            return render_template("protocol.html", protocol=protocol_for(games.answer_of, game, language()))

        return _answer(ReportRequest(game=game), problem_for, made)

    @web.get("/games/<game>/disputes")
    def disputes(game: str) -> Response:
        """Return the disputes about a game, with everything that was filed; readable without scripts."""

        def made() -> str:
            shown = proceedings_for(games.answer_of, games.book, game, language())
            return render_template("disputes.html", shown=shown, book=games.book)

        return _answer(ReportRequest(game=game), problem_for, made)


def _answer(wish: ReportRequest, problem_for: Callable[[Exception], Problem], made: Callable[[], str]) -> Response:
    try:
        page, status = made(), 200
    except NoSuchEvent:
        page, status = _refused(wish, "no-event"), 404
    except HaricotError as error:
        problem = problem_for(error)
        if problem.code not in SAID:
            raise
        page, status = _refused(wish, SAID[problem.code]), problem.status
    response = make_response(page, status)
    response.vary.add("Authorization")
    response.cache_control.private = True
    return response


def _printed(games: ShownGames, wish: ReportRequest, asked: str | None) -> str:
    if asked is not None and not NUMBER.fullmatch(asked):
        raise Problem("request.shape", "n is the number of an event")
    n = None if asked is None else int(asked)
    sheet = Sheet(games.answer_of, ReportRequest(game=wish.game, n=n, view=wish.view, result=wish.result))
    if n is not None and not 1 <= n <= len(sheet.events):
        raise NoSuchEvent(f"there is no event {n}")
    shown = sheet.of_game() if n is None else sheet.of_event(n)
    options = () if sheet.rules is None else options_of(sheet.rules, sheet.head["rules"]["options"])
    return render_template("sheet_event.html" if n else "sheet_game.html", sheet=sheet, options=options, **shown)


def _refused(wish: ReportRequest, why: str) -> str:
    return render_template("sheet_refused.html", wish=wish, why=why, n=request.args.get("n", ""))
