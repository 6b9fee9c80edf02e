"""How threads and processes share a store: group commit, single flight, worker threads, a pool of readers."""
