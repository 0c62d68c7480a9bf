"""Who can play: recorded actions, policies without skill, language models, other programs. One file each."""
