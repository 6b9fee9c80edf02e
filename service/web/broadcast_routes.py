"""The overlays of a broadcast: a field of a slot as a page for a video mixer, as plain text, or as a stream."""

from collections.abc import Callable

from flask import Blueprint, Response, render_template, request

from service.web.language import language
from service.web.page_data import script_data

FORMS = ("text/html", "text/plain", "text/event-stream", "application/json")
"""What the address of a field answers with, as the client accepts it."""


def add_broadcast(web: Blueprint, slot_field: Callable[..., Response]) -> None:
    """Add these routes. `slot_field` answers as the API does."""

    @web.get("/broadcast/<tournament>/<slot>/<field>")
    def overlay(tournament: str, slot: str, field: str) -> Response | str:
        """Show a field of a slot on a transparent background. It asks the API itself, and follows it."""
        if request.accept_mimetypes.best_match(FORMS) != FORMS[0]:
            return slot_field(tournament=tournament, slot=slot, field=field)
        data = {**script_data(language=language()), "tournament": tournament, "slot": slot, "field": field}
        return render_template("overlay.html", data=data, field=field)

    @web.get("/broadcast/<tournament>/<slot>/<field>.txt")
    def text(tournament: str, slot: str, field: str) -> Response:
        """Return a field of a slot as plain text, for clients that cannot say what they accept."""
        request.environ["HTTP_ACCEPT"] = FORMS[1]
        return slot_field(tournament=tournament, slot=slot, field=field)
