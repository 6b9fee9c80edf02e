"""The routes of the pages, with the headers of every page."""

from collections.abc import Callable
from typing import Any, Final

from flask import Blueprint, Response, g, render_template, request, send_from_directory
from flask.blueprints import BlueprintSetupState
from werkzeug.exceptions import HTTPException, NotFound
from werkzeug.routing import BaseConverter

from domain.edition_data.family import LANGUAGES
from domain.editions import EDITIONS, edition_named
from domain.refusals import Misuse
from domain.translations import spoken
from projections.summary import GameStatus
from service.problems import KINDS, Problem
from service.web import record_samples, rulebook
from service.web.api_page import Description, add_api
from service.web.assets import HASHED, STATIC, asset, assets, media
from service.web.broadcast_routes import add_broadcast
from service.web.embed_routes import ShownGames, add_embed_routes, answers_for, summary_for
from service.web.first_game import add_first_game
from service.web.language import language, speak
from service.web.lobby import NAME_MAX, PAGE_SIZE, SECTION_SIZES, edition_name, featured, name_of, sections, title_of
from service.web.page_data import script_data
from service.web.picture_canvas import has_pictures
from service.web.problems import title_of_problem, words_for
from service.web.report_routes import add_sheets
from service.web.statistics_routes import add_statistics
from service.web.tournament_routes import add_tournaments

LASTING: Final = "public, max-age=31536000, immutable"

_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors {framed_by}"
)


class Elsewhere(BaseConverter):
    """Any address outside the API, after every other route. The API answers for its own missing addresses."""

    regex = r"(?!v1(?:/|$)).+?"
    part_isolating = False
    weight = 1000


def pages(
    public: ShownGames,
    problem_for: Callable[[Exception], Problem],
    description: Description,
    slot_field: Callable[..., Response],
) -> Blueprint:
    """Return the pages of the service, which read games from `public`. Their static files are under /assets.

    `description` returns the API description. `problem_for` returns the problem for an error, which it logs, as in the
    API. `slot_field` answers as the API does for a field of a slot.
    """
    web = Blueprint("pages", __name__, template_folder="templates")
    web.record_once(_know_converters)
    web.record_once(lambda state: speak(state.app.jinja_env))
    web.record_once(_keep_orders)
    web.after_request(_guarded)
    web.after_request(_revalidated)
    web.app_template_filter("json_value")(rulebook.written)
    web.app_template_filter("card_name")(rulebook.card_name)
    web.app_template_filter("drawing")(rulebook.drawing)
    web.app_template_filter("players_of")(rulebook.players_of)
    web.app_template_filter("option_name")(rulebook.option_name)
    web.app_template_filter("option_says")(rulebook.option_says)
    web.app_template_filter("option_value")(rulebook.option_value)
    web.app_template_filter("title_of_problem")(title_of_problem)
    web.app_template_filter("title_of")(title_of)
    web.app_template_filter("name_of")(name_of)
    web.app_template_filter("edition_name")(edition_name)
    web.app_template_global("asset")(asset)
    web.app_template_global("assets")(assets)
    _add_static(web)
    _add_games(web, public)
    add_embed_routes(web, public)
    add_sheets(web, public, problem_for)
    add_tournaments(web)
    add_broadcast(web, slot_field)
    add_statistics(web)
    add_first_game(web)
    add_api(web, description)
    _add_rules(web, public)
    _add_failures(web, problem_for)
    return web


def _know_converters(state: BlueprintSetupState) -> None:
    state.app.url_map.converters.update(elsewhere=Elsewhere)


def _keep_orders(state: BlueprintSetupState) -> None:
    """Keep the order of JSON data: editions, commands and their members have one."""
    state.app.jinja_env.policies["json.dumps_kwargs"] = {"sort_keys": False}


def _guarded(response: Response) -> Response:
    """Add the headers of a page: it loads nothing from other sites and runs no inline script."""
    response.headers["Content-Security-Policy"] = _POLICY.format(framed_by=g.get("framed_by", "'none'"))
    response.headers["Referrer-Policy"] = "no-referrer"
    return response


def _add_static(web: Blueprint) -> None:
    @web.get("/assets/<path:name>")
    def static(name: str) -> Response:
        """Return a file of the bundle. Its name holds the hash of its content, so it may be cached permanently."""
        # During an update, a new page may ask an old process. It sends its present file, which must not be cached.
        found = name if name in assets().files else assets().current.get(HASHED.sub("", name))
        if found is None:
            raise NotFound
        content = assets().content(found)
        response = Response(content, mimetype=media(found))
        response.headers["Cache-Control"] = LASTING if found == name and HASHED.search(name) else "no-cache"
        response.add_etag()
        response.make_conditional(request, accept_ranges=True, complete_length=len(content))
        return response

    @web.get("/assets/sources/<path:name>")
    def source(name: str) -> Response:
        """Return a source file, for a source map."""
        return send_from_directory(STATIC, name)


def _revalidated(response: Response) -> Response:
    """Have a page revalidated on each use: its games and its language may have changed."""
    if response.mimetype == "text/html":
        response.headers["Content-Language"] = language()
        response.vary.update(("Accept-Language", "Cookie"))
        if response.status_code == 200:
            response.cache_control.private = response.cache_control.no_cache = True
            response.add_etag()
            response.make_conditional(request)
    return response


def _add_games(web: Blueprint, public: ShownGames) -> None:
    @web.get("/")
    def lobby() -> str:
        """Show the newest games of each kind, or all of one or of a player. Results are shown only with `results`."""
        status = request.args.get("status") if request.args.get("status") in tuple(GameStatus) else None
        edition = request.args.get("edition") if request.args.get("edition") in EDITIONS else None
        player = request.args.get("player", "").strip()[:NAME_MAX] or None
        chosen = {"status": status, "edition": edition, "player": player, "results": bool(request.args.get("results"))}
        shown: dict[str, Any]
        if status is not None or player is not None:
            at = request.args.get("cursor")
            games, cursor = public.lobby(status=status, edition=edition, player=player, cursor=at, limit=PAGE_SIZE)
            shown = {"games": games, "cursor": cursor}
        else:
            found = sections(public, edition)
            over = (section["games"] for section in found if section["status"] == GameStatus.FINISHED)
            shown = {"sections": found, "featured": featured(next(over, ()))}
        return render_template(
            "lobby.html", **chosen, **shown, statuses=tuple(SECTION_SIZES), editions=rulebook.editions()
        )

    @web.get("/new")
    def new() -> str:
        """Show a form for a new game."""
        return render_template("new.html", editions=rulebook.editions())

    @web.get("/games/<game>")
    def game(game: str) -> tuple[str, int]:
        """Show the replay page. A private game has the status of a missing one, but the page works with its token."""
        head = public.public_head(game)
        data = {**script_data(head, language()), "game": game, "book": public.book.key}
        data["embeds"] = bool(public.embed_origins)
        data["pictures"] = has_pictures()
        data["answers"] = answers_for(public, game, head)
        data["apart"] = request.args.get("layout") in ("broadcast", "commentary")  # which show what is public
        summary = summary_for(public, game, head) if request.args.get("result") == "shown" else ""
        page = render_template("game.html", game=game, head=head, data=data, languages=LANGUAGES, summary=summary)
        return page, 200 if head is not None else 404

    @web.get("/join/<game>")
    def join(game: str) -> str:
        """Show the page of a link to a seat. The token stays in the browser."""
        return render_template("join.html", game=game)

    @web.get("/call/<game>")
    def call(game: str) -> str:
        """Show the page for a person who was called as an arbiter. The token stays in the browser."""
        return render_template("call.html", game=game)

    @web.get("/adjudicate")
    def adjudicate() -> str:
        """Show the page of adjudication."""
        return render_template("adjudicate.html", data=script_data(language=language()))

    @web.get("/record")
    def record() -> str:
        """Show the page where a game from paper is recorded, beside its table."""
        return render_template("record.html", data=record_samples.page_data(language()))

    @web.get("/verify")
    def verify() -> str:
        """Show the page where the proof of a game is verified, by scripts alone."""
        return render_template("verify.html")


def _add_rules(web: Blueprint, public: ShownGames) -> None:
    @web.get("/rules")
    def rules() -> str:
        """List the rulebooks."""
        return render_template("rules.html", editions=rulebook.editions(), book=public.book, tongue=language())

    @web.get("/rules/<edition>")
    def edition(edition: str) -> str | tuple[str, int]:
        """Show a rulebook, each clause with an anchor, in the version of `?version=`; or the book of remedies."""
        if edition == public.book.key:
            return render_template("book.html", book=public.book, tongue=language())
        try:
            data = spoken(edition_named(edition, request.args.get("version")).data, language())
        except Misuse:
            return error_page(404)
        return render_template(
            "rulebook.html",
            data=data,
            versions=tuple(EDITIONS[edition].versions),
            sections=rulebook.sections_of(data),
            rulings=rulebook.rulings_of(data),
            varieties=rulebook.varieties_of(data),
            sources=rulebook.sources_of(data),
            german_names=rulebook.keeps_german_names(data),
        )

    @web.get("/problems/", strict_slashes=False)
    def problems() -> str:
        """List every error code."""
        mechanisms = sorted({name for data in rulebook.editions() for name in data.all_cites})
        return render_template("problems.html", kinds=KINDS, mechanisms=mechanisms)

    @web.get("/problems/<code>")
    def problem(code: str) -> str | tuple[str, int]:
        """Show one error code in plain words."""
        words = words_for(code)
        if words is None:
            return error_page(404)
        title, says, clauses = words
        return render_template("problem.html", code=code, title=title, says=says, clauses=clauses)


def _add_failures(web: Blueprint, problem_for: Callable[[Exception], Problem]) -> None:
    @web.errorhandler(Exception)
    def failed(error: Exception) -> tuple[str, int] | tuple[str, int, dict[str, str]]:
        """Show any error of a page in plain words."""
        if isinstance(error, HTTPException) and error.code is not None:
            return error_page(error.code)
        problem = problem_for(error)
        return (*error_page(problem.status, problem.retry_after), problem.headers)

    @web.get("/<elsewhere:address>")
    def absent(address: str) -> tuple[str, int]:  # noqa: ARG001  # any will do
        """Show that an address does not exist."""
        return error_page(404)


def error_page(status: int, seconds: int = 0) -> tuple[str, int]:
    """Return a page for a missing address (404), a limit for some `seconds` (429), or a failure of ours (5xx)."""
    return render_template("error.html", status=status, seconds=seconds), status
