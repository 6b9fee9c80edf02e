"""Games as they are read: caches, tables, lists and audits."""
