"""The pages of statistics: of an edition, and of a player, alone or beside another."""

from typing import Any

from flask import Blueprint, redirect, render_template, url_for
from werkzeug import Response
from werkzeug.exceptions import NotFound

from domain.edition_data.family import FAMILY
from domain.editions import EDITIONS
from service.web.language import language


def add_statistics(web: Blueprint) -> None:
    """Add these routes. The pages ask the API themselves, as anonymous clients."""

    @web.get("/statistics")
    def all_statistics() -> Response:
        """Lead to the page of the first edition, which links to the others."""
        return redirect(url_for("pages.statistics", edition=next(iter(EDITIONS))))

    @web.get("/statistics/<edition>")
    def statistics(edition: str) -> str:
        """Show turn order, varieties, pairs, length and ratings of an edition, and the games that make them."""
        if edition not in EDITIONS:
            raise NotFound
        players = EDITIONS[edition].data.players
        return render_template("statistics.html", data={**_names(), "edition": edition, "players": list(players)})

    @web.get("/players/<player>")
    def player(player: str) -> str:
        """Show a player or bot, beside another one with `with`."""
        return render_template("player.html", data={**_names(), "player": player})


def _names() -> dict[str, Any]:
    beans = FAMILY.beans[language()]
    return {
        "names": {key: edition.data.name[language()] for key, edition in EDITIONS.items()},
        "beans": {card: bean.short for card, bean in beans.items()},
    }
