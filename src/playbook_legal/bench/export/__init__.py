"""Training data from runs: whole episodes, pairs of a better and a worse one, single steps; each verified by replay."""

KINDS = ("sft", "dpo", "steps")
