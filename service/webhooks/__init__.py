"""Webhooks: lines of the feed, signed, sent to other servers and retried until they are accepted."""
