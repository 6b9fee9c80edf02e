"""Changes a webhook's secret, while the former one stays valid for some time."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from domain.values import Value
from service.access.context import Context
from service.access.tokens import Principal
from service.lifecycle.idempotency import Attempt, earlier_result
from service.problems import Problem
from service.signing.key_file import key_path
from service.store.entries.metadata_store import Entry, MetadataStore
from service.store.entries.webhook_entries import Webhook
from service.webhooks.hooks import webhook_of
from service.webhooks.secrets import secret_text

FORMER_SECRET_SECONDS: Final = 86_400
FORMER_SECRET_SECONDS_MAX: Final = 30 * 86_400


class SecretChange(Value):
    """A request to change a secret. Messages are also signed with the former one for `keep_former` seconds."""

    keep_former: int = FORMER_SECRET_SECONDS


def rotate_secret(
    context: Context, principal: Principal, attempt: Attempt, id_: str, change: SecretChange
) -> tuple[Webhook, bool]:
    """Give a webhook a new secret. Return the webhook, and whether this was a retry.

    Raises `not-found` for a webhook of another token, and `unavailable` if the service's key cannot be read.
    """
    secret_text(context.store, key_path(), webhook_of(context, principal, id_))
    before: list[str | None] = []

    def entries(register: MetadataStore) -> Iterator[Entry]:
        before[:] = [earlier_result(register, attempt)]
        found = register.find_entries(Webhook, id=id_, token=principal.digest)
        if not found:
            raise Problem("not-found", "your token has no such webhook")
        if before[0] is None:
            hook = found[0]
            until = attempt.at + 1000 * change.keep_former
            yield from attempt.result_entries(register, f"{id_} {hook.secret_number + 1}")
            yield replace(hook, secret_number=hook.secret_number + 1, former_until=until, revision=hook.revision + 1)

    context.register.change_entries(entries)
    return webhook_of(context, principal, id_), before[0] is not None
