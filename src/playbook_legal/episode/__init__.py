"""The episode: a pure function of the matter and the actions taken on it."""
