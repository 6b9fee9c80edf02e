"""The errors, warnings and dialogs of a page."""

from weakref import WeakKeyDictionary

from playwright.sync_api import ConsoleMessage, Dialog, Page

collected: WeakKeyDictionary[Page, list[list[str]]] = WeakKeyDictionary()
"""The lists that a page appends its errors to; a page has one listener, however many tests use it."""


def console_errors_of(page: Page) -> list[str]:
    """Return a list that gets the errors of a page from now on, except for answers with an error status."""
    if page not in collected:
        collected[page] = []
        _listen(page, collected[page])
    errors: list[str] = []
    collected[page].append(errors)
    return errors


def _listen(page: Page, lists: list[list[str]]) -> None:
    def note(error: str) -> None:
        for errors in lists:
            errors.append(error)

    def dismiss(dialog: Dialog) -> None:
        note(f"dialog: {dialog.message}")
        dialog.dismiss()

    def read(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not message.text.startswith("Failed to load resource"):
            note(message.text)

    page.on("pageerror", lambda error: note(f"{error.message}: {error.stack}"))
    page.on("dialog", dismiss)
    page.on("console", read)
