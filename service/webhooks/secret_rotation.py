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

KEPT_SECONDS: Final = 86_400
KEPT_SECONDS_MAX: Final = 30 * 86_400


class SecretChange(Value):
    """For how many seconds messages are signed with the former secret as well."""

    keep_former: int = KEPT_SECONDS


def rotate_secret(
    context: Context, principal: Principal, attempt: Attempt, id_: str, change: SecretChange
) -> tuple[Webhook, bool]:
    """Give a webhook a new secret. Return it, and whether the same request was made before.

    Raises `not-found` for a webhook that is not the token's, and `unavailable` if the service's key cannot be read.
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
