"""Host frameworks, each behind an extra of its own and each in a folder of its own.

An adapter translates: the actions into the host's tools, the log of actions into the host's scores. What an episode is
and what it is worth is decided below. Nothing imports an adapter but its host.
"""
