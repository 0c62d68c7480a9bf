"""The wall between the critic and the answer key.

*What is protected.* A matter folder of the benchmark holds an answer key beside the paper: `rubric.yaml`,
`hidden_facts.yaml`, `counterparty.yaml`. A verdict that had seen any of it would say nothing about a live deal,
where there is none.

*Against what.* A manifest, an `--authority` argument or a submission path that is aimed at an answer key, by
mistake or on purpose: by its name in any spelling that some file system folds to it; through a symbolic link, a
chain of links or a folder that is a link; through a hard link; by leaving the folder (`../`); by a file that is
exchanged between the check and the reading; by a copy under another name (`evidence.md`, `rubric.yml`,
`rubric.yaml~`, `rubric.yaml.bak`), also wrapped into a document.

*How.* Every file is read through `playbook_legal.paper.firewall`, which is also the gym's reader of manifests.
Answer keys are known by name and `stat`, never opened. A document is text, never YAML. What was checked is what
is read: the opened file must have the device and inode that were admitted. Behind the wall the critic works on
a `ClientRecord`, which knows its documents and no folder, and it imports nothing that knows an answer key.

*Not against.* Someone who retypes an answer key as prose and files it as a document; someone who can write to
the folder and wants his own paper believed. The critic proves what the paper says, not that the paper is genuine.
"""

from ..paper.firewall import ANSWER_KEY_NAMES, AnswerKeyError, canonical_filename, guard_path

__all__ = ["ANSWER_KEY_NAMES", "AnswerKeyError", "canonical_filename", "guard_path"]
