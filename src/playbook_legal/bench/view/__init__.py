"""The audit page of an episode, and the index of a run."""
