"""The operation of a process: server, quotas, caches, telemetry, settings."""
