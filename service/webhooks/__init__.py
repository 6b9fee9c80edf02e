"""Webhooks: signed lines of the feed, sent to other servers and retried with backoff."""
