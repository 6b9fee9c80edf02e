"""The pages of tournaments: their list, each one with the desk of its officials, and its wall."""

from flask import Blueprint, render_template

from domain.editions import EDITIONS
from service.web.language import language
from service.web.page_data import script_data


def add_tournaments(web: Blueprint) -> None:
    """Add these routes.

    A page asks the API itself, so a private tournament has the same page as one that is not there.
    """

    @web.get("/tournaments")
    def tournaments() -> str:
        """Show the newest tournaments, and a form for a new one."""
        return render_template("tournaments.html", data={"names": _names()})

    @web.get("/tournaments/<tournament>")
    def tournament(tournament: str) -> str:
        """Show a tournament after event `n`, by default the last one; officials act here."""
        return _page(tournament, "page")

    @web.get("/tournaments/<tournament>/wall")
    def wall(tournament: str) -> str:
        """Show pairings and standings in big letters, which scroll by themselves."""
        return _page(tournament, "wall")

    @web.get("/tournaments/<tournament>/print")
    def sheets(tournament: str) -> str:
        """Show what is printed: pairings, slips for results, cards for tables, standings."""
        return _page(tournament, "print")


def _page(tournament: str, part: str) -> str:
    # The wall draws beans, which have names, too.
    names = script_data(language=language()) if part == "wall" else {"names": _names()}
    return render_template("tournament.html", data={**names, "tournament": tournament}, part=part)


def _names() -> dict[str, str]:
    return {key: edition.data.name[language()] for key, edition in EDITIONS.items()}
