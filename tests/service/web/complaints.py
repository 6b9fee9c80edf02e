"""What a page complains of in its console."""

from weakref import WeakKeyDictionary

from playwright.sync_api import ConsoleMessage, Dialog, Page

heard: WeakKeyDictionary[Page, list[list[str]]] = WeakKeyDictionary()
"""Who listens to what a page complains of; on the page it is listened to once, however many borrow it."""


def complaints_of(page: Page) -> list[str]:
    """What a page complains of from now on in its console, but for answers that are no success."""
    if page not in heard:
        heard[page] = []
        _listen(page, heard[page])
    complaints: list[str] = []
    heard[page].append(complaints)
    return complaints


def _listen(page: Page, listeners: list[list[str]]) -> None:
    def tell(says: str) -> None:
        for complaints in listeners:
            complaints.append(says)

    def dismiss(dialog: Dialog) -> None:
        tell(f"dialog: {dialog.message}")
        dialog.dismiss()

    def read(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not message.text.startswith("Failed to load resource"):
            tell(message.text)

    page.on("pageerror", lambda error: tell(f"{error.message}: {error.stack}"))
    page.on("dialog", dismiss)
    page.on("console", read)
