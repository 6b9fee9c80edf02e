"""Fixtures for tests of webhooks: an API client that may send webhooks to this machine, and a delivery worker."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from service.signing.key_file import key_path
from service.webhooks.addresses import Networks
from service.webhooks.delivery_worker import DeliveryWorker
from service.webhooks.sender import MessageSender
from tests.service.api.conftest import ApiClient, api, open_api, shared
from tests.service.webhooks.receiver import Answers, Receiver, receiving
from tests.waiting import wait_until

__all__ = ["api", "shared"]
HERE = ("127.0.0.0/8",)
QUICK = ",".join(["0.05"] * 400)
"""Short pauses between attempts."""
TIMEOUT_SECONDS = 30.0
"""How long an attempt may take. On a busy machine a short time would repeat lines that were received."""


class Post:
    """An API client and its delivery worker."""

    def __init__(self, api: ApiClient, sender: MessageSender, folder: Path) -> None:
        self.api = api
        self.folder = folder
        self.duty = DeliveryWorker(api.context, key_path(), sender)

    def hook(self, url: str, token: str | None = None, **wish: Any) -> dict[str, Any]:
        """Create a webhook to this address."""
        made: dict[str, Any] = self.api.post("/v1/webhooks", token or self.api.service, json={"url": url, **wish})
        return made

    def seen(self, hook: dict[str, Any], token: str | None = None) -> dict[str, Any]:
        """Return a webhook as the API shows it."""
        found: dict[str, Any] = self.api.get(f"/v1/webhooks/{hook['id']}", token or self.api.service)
        return found

    def until(self, hook: dict[str, Any], says: Callable[[dict[str, Any]], object], token: str | None = None) -> None:
        """Wait until a webhook is in this state."""
        wait_until(lambda: says(self.seen(hook, token)), f"it is {self.seen(hook, token)}")


@pytest.fixture
def post(tmp_path: Path) -> Iterator[Post]:
    """An API client with a running delivery worker."""
    with opened(tmp_path / "store") as post:
        yield post


def opened(folder: Path, **settings: Any) -> Any:
    """Open an API client with a running delivery worker."""
    return _Opened(folder, settings)


class _Opened:
    def __init__(self, folder: Path, settings: dict[str, Any]) -> None:
        self._api = open_api(
            folder, **{"webhook_http": True, "webhook_networks": HERE, "webhook_pauses": QUICK, **settings}
        )
        self._folder = folder

    def __enter__(self) -> Post:
        self._post = Post(
            self._api.__enter__(), MessageSender(Networks(HERE), allow_http=True, seconds=TIMEOUT_SECONDS), self._folder
        )
        self._post.duty.start()
        return self._post

    def __exit__(self, *error: Any) -> None:
        self._post.duty.stop()
        self._api.__exit__(*error)


@pytest.fixture
def target() -> Iterator[Callable[..., Receiver]]:
    """Make receivers."""
    made: list[Any] = []

    def make(answers: Answers = lambda *_: 204, **where: Any) -> Receiver:
        made.append(receiving(answers, **where))
        receiver: Receiver = made[-1].__enter__()
        return receiver

    yield make
    for one in made:
        one.__exit__(None, None, None)
