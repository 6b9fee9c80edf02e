"""Which relation to a game may use which operation.

An operation that is not listed is denied to everyone.
"""

from typing import Final

ANONYMOUS: Final = "anonymous"
STRANGER: Final = "stranger"
SPECTATOR: Final = "spectator"
SEAT: Final = "seat"
ORGANISER: Final = "organiser"
ARBITER: Final = "arbiter"
SERVICE: Final = "service"
PERSON: Final = "person"
DIRECTOR: Final = "director"
SCORER: Final = "scorer"
PLAYER: Final = "player"
BROADCASTER: Final = "broadcaster"

RELATIONS: Final = (
    *(ANONYMOUS, STRANGER, SPECTATOR, SEAT, ORGANISER, ARBITER, SERVICE, PERSON),
    *(DIRECTOR, SCORER, PLAYER, BROADCASTER),
)
"""The relations of a principal to a game or a tournament.

- `anonymous` has no token. `stranger` has a token of another game.
- A token of this game gives the relation of its kind. So does any token in requests that concern no game.
- `person` is a relation only in requests that concern no game. At a game, a person is its seat, else a stranger.
- Director, scorer, player and broadcaster are relations to a tournament. At its games they are strangers.
"""
OFFICIALS: Final = frozenset({DIRECTOR, SCORER, ARBITER, SERVICE})
"""The relations that may see drafts and other unannounced facts of a tournament."""

EVERYBODY: Final = frozenset(RELATIONS)
"""All relations. At a private game only its members and the service pass the check that it is visible at all."""
MEMBERS: Final = frozenset({SPECTATOR, SEAT, ORGANISER, ARBITER, SERVICE})
HOSTS: Final = frozenset({ORGANISER, SERVICE})
BROADCAST_EDITORS: Final = frozenset({DIRECTOR, BROADCASTER, SERVICE})
TOKEN_HOLDERS: Final = EVERYBODY - {ANONYMOUS}

POLICY: Final[dict[str, frozenset[str]]] = {
    "get_service": EVERYBODY,
    "list_rulesets": EVERYBODY,
    "get_ruleset": EVERYBODY,
    "get_clause": EVERYBODY,
    "get_remedies": EVERYBODY,
    "get_remedy": EVERYBODY,
    "create_game": EVERYBODY,
    "list_games": EVERYBODY,
    "get_leaderboard": EVERYBODY,
    "get_statistics": EVERYBODY,
    "list_counted_games": EVERYBODY,
    "get_player": EVERYBODY,
    "list_rating_steps": EVERYBODY,
    "list_ratings": EVERYBODY,
    "import_game": EVERYBODY,
    "adjudicate_position": EVERYBODY,
    "read_record": EVERYBODY,
    "get_game": EVERYBODY,
    "list_events": EVERYBODY,
    "get_event": EVERYBODY,
    "get_event_verdict": EVERYBODY,
    "list_sentences": EVERYBODY,
    "get_table": EVERYBODY,
    "list_tables": EVERYBODY,
    "get_card_history": EVERYBODY,
    "list_known_cards": EVERYBODY,
    "get_knowledge": EVERYBODY,
    "get_timeline": EVERYBODY,
    "get_story": EVERYBODY,
    "get_par": EVERYBODY,
    "request_par": EVERYBODY,
    "stream_game": EVERYBODY,
    "watch_game": EVERYBODY,
    "export_game": EVERYBODY,
    "audit_game": EVERYBODY,
    "get_audit": EVERYBODY,
    "list_legal_commands": EVERYBODY,
    "list_forks": EVERYBODY,
    "fork_game": EVERYBODY,
    "list_annotations": EVERYBODY,
    "stream_annotations": EVERYBODY,
    "list_keys": EVERYBODY,
    "list_log_entries": EVERYBODY,
    "list_commitments": EVERYBODY,
    "get_log_consistency_proof": EVERYBODY,
    "list_checkpoints": EVERYBODY,
    "get_consistency_proof": EVERYBODY,
    "get_inclusion_proof": EVERYBODY,
    "get_audit_bundle": EVERYBODY,
    "list_disputes": EVERYBODY,
    "get_dispute": EVERYBODY,
    "create_tournament": EVERYBODY,
    "list_tournaments": EVERYBODY,
    "get_tournament": EVERYBODY,
    "list_tournament_events": EVERYBODY,
    "get_standings": EVERYBODY,
    "export_tournament": EVERYBODY,
    "audit_tournament": EVERYBODY,
    "list_tournament_checkpoints": EVERYBODY,
    "get_tournament_proof": EVERYBODY,
    "get_tournament_bundle": EVERYBODY,
    "stream_tournament": EVERYBODY,
    "submit_tournament_commands": OFFICIALS | {PLAYER},
    "register_tournament_players": frozenset({DIRECTOR, SERVICE}),
    "create_tournament_token": frozenset({DIRECTOR, SERVICE}),
    "fork_tournament": frozenset({DIRECTOR, SERVICE}),
    "start_round_games": frozenset({DIRECTOR, SERVICE}),
    "list_awaited_tables": OFFICIALS,
    "get_slot_field": EVERYBODY,
    "list_slots": BROADCAST_EDITORS,
    "bind_slot": BROADCAST_EDITORS,
    "set_broadcast_rules": BROADCAST_EDITORS,
    "publish_commentary": BROADCAST_EDITORS,
    "create_arbiter_token": frozenset({DIRECTOR, ARBITER, SERVICE}),
    "read_feed": frozenset({SERVICE}),
    "export_games": frozenset({SERVICE}),
    "list_possible_actions": frozenset({SEAT, ARBITER, ORGANISER}),
    "file_dispute_action": frozenset({SEAT, ARBITER, ORGANISER}),
    "call_arbiter": frozenset({SEAT}),
    "answer_call": frozenset({SPECTATOR}),
    "annotate_game": MEMBERS | {ANONYMOUS, STRANGER},
    "remove_comment": HOSTS | {ARBITER},
    "open_comments": HOSTS | {ARBITER},
    "submit_command": frozenset({SEAT, ARBITER, SERVICE}),
    "submit_commands": frozenset({SEAT, ARBITER, SERVICE}),
    "check_command": frozenset({SEAT, ARBITER, SERVICE}),
    "create_token": HOSTS,
    "set_game_metadata": frozenset({SERVICE}),
    "create_person_token": frozenset({SERVICE}),
    "revoke_person_tokens": frozenset({SERVICE}),
    "set_person_hidden": frozenset({SERVICE}),
    "stream_own_games": frozenset({PERSON}),
    "create_service_token": frozenset({SERVICE}),
    "list_service_tokens": frozenset({SERVICE}),
    "revoke_service_token": frozenset({SERVICE}),
    "create_webhook": frozenset({SERVICE}),
    "list_webhooks": frozenset({SERVICE}),
    "get_webhook": frozenset({SERVICE}),
    "delete_webhook": frozenset({SERVICE}),
    "get_webhook_secret": frozenset({SERVICE}),
    "rotate_webhook_secret": frozenset({SERVICE}),
    "pause_webhook": frozenset({SERVICE}),
    "resume_webhook": frozenset({SERVICE}),
    "replay_webhook": frozenset({SERVICE}),
    "ping_webhook": frozenset({SERVICE}),
    "list_dead_letters": frozenset({SERVICE}),
    "send_dead_letters": frozenset({SERVICE}),
    "delete_dead_letters": frozenset({SERVICE}),
    "revoke_token": TOKEN_HOLDERS,
    "get_token": TOKEN_HOLDERS,
    "void_game": HOSTS | {ARBITER},
    "correct_game": frozenset({ARBITER}),
    "try_correction": frozenset({ARBITER}),
    "get_clock": EVERYBODY,
    "act_on_clock": HOSTS | {ARBITER},
    "pass_trading": frozenset({SEAT}),
    "pause_game": HOSTS | {ARBITER},
    "resume_game": HOSTS | {ARBITER},
    "update_seat": HOSTS,
    "set_persons": HOSTS | {SEAT},
    "name_seat": HOSTS | {SEAT},
}
"""The operations by their operationId, as in the API description.

Other modules check what depends on more than the relation. A seat acts only for itself, an arbiter only in a sealed
fork. `service.access.visibility_scope` decides which part of a game a principal may see.
"""


def is_allowed(operation: str, relation: str) -> bool:
    """Return whether a principal with this relation may use the operation."""
    return operation in POLICY and relation in POLICY[operation]
