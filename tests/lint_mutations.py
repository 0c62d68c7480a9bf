"""Ways to break a matter, as data: what is changed, which rule must speak, and on which line.

A mutation finds a place by a regular expression and puts something else there. The rule must speak on the line of the
first character that differs, unless `at` says otherwise: a file and an expression, on whose last line it must speak
(None: about the file as a whole). `{anchor_words}` and the like are filled in from the matter (see `facts`). Where the
place does not exist in a matter the mutation does not apply to it.
"""

from typing import NamedTuple


class Mutation(NamedTuple):
    rule: str
    file: str
    find: str
    put: str
    at: tuple[str, str | None] | None = None
    which: int = 0  # of several places, counted from 0; -1: each of them
    needs: str = ""  # an expression that must stand in the rubric
    matters: tuple[str, ...] = ()  # only on these


M = Mutation
RUBRIC, MANIFEST, HIDDEN, THEM = "rubric.yaml", "matter.yaml", "hidden_facts.yaml", "counterparty.yaml"
PROBES, SCORES, GOOD = "probes.yaml", "examples/scores.yaml", "examples/good.jsonl"
PAPER = "paper"  # the document in which the first anchor stands
NEGO = ("nego_cloud_002",)
# Taken away, or written anew, as a whole.
GONE, NEW = "<gone>", "<new>"

FIRST_ISSUE = r"(?m)^issues:\n(?: *#.*\n|\n)*  - id"
FIRST_CONCEPT = r"(?m)^    required_concepts:\n(?: *#.*\n)* +-"
FIRST_GATE = r"(?m)^(    critical_failure_patterns:\n(?: *#.*\n)* +)- pattern: '.*'\n(?:        \w+: .*\n)+"
FIRST_PATTERN = r"(?m)^ *- pattern:"

MUTATIONS = {
    # --- what cannot be read as a matter ---
    "a tab for spaces": M("yaml", RUBRIC, r"(?m)^  (- id: )", "\t\\1"),
    "a quotation mark too many": M("yaml", MANIFEST, r"(?m)^practice_area: (.*)$", r'practice_area: "\1" x"'),
    "another encoding": M("encoding", RUBRIC, r"\A", "# caf\udce9\n"),
    "another encoding in the hidden facts": M("encoding", HIDDEN, r"\A", "# \udcff\n"),
    "no rubric": M("file", RUBRIC, GONE, "", (RUBRIC, None)),
    "no hidden facts": M("file", HIDDEN, GONE, "", (HIDDEN, None)),
    "an empty rubric": M("empty", RUBRIC, r"(?s)\A.*\Z", "", (RUBRIC, r"\A")),
    "a blank matter id": M("empty", MANIFEST, r"(?m)^matter_id: .*$", 'matter_id: ""'),
    "a blank issue id": M("empty", RUBRIC, r"(?m)^(issues:\n(?: *#.*\n|\n)*  - id: )\w+", r'\1" "'),
    "points in quotes": M("type", RUBRIC, r"(severity_points: )([\d.]+)", r'\1"\2"'),
    "a number in words": M("type", RUBRIC, r"(minimum_characters: )\d+", r"\1many"),
    "a truth value in words": M("type", RUBRIC, r"(    required: )\w+", r"\1perhaps"),
    "a budget that is a list": M("type", MANIFEST, r"(maximum_steps: )\d+", r"\1[35]"),
    "a phrase that YAML takes for a truth value": M("type", RUBRIC, r'(any_of: \[)"[^"]+"', r"\1no"),
    "a list that is a text": M("type", RUBRIC, r"(required_citations: )\[.*\]", r'\1"none"'),
    "answers that are a list": M("type", HIDDEN, r"(?m)^client_answers:\n", "client_answers: []\nx:\n"),
    "a key without a value": M("null", RUBRIC, r"(required_citations:) \[.*\]", r"\1"),
    "a severity that is none": M("choice", RUBRIC, r"(    severity: )\w+", r"\1grave"),
    "a scope that is none": M("choice", RUBRIC, r"(negation_scope: )\w+", r"\1behind"),
    "a surface that is none": M("choice", PROBES, r"(surface: )\w+", r"\1memo"),
    "a guard misspelt": M("unknown-key", RUBRIC, r"negation_guard", "negation_gard"),
    "an anchor misspelt": M("unknown-key", RUBRIC, r"    anchor:", "    anker:"),
    "a budget misspelt": M("unknown-key", MANIFEST, r"maximum_steps", "maximal_steps"),
    "answers misspelt": M("unknown-key", HIDDEN, r"client_answers", "client_answer"),
    "a position misspelt": M("unknown-key", THEM, r"(?m)^    resist_rounds", "    resists"),
    "a probe misspelt": M("unknown-key", PROBES, r"fires:", "fire:"),
    "a bound misspelt": M("unknown-key", SCORES, r"at_least:", "at_leest:"),
    "a limit on a text that there is not": M("unknown-key", RUBRIC, r"\{title: ", "{titel: "),
    "a document without a title": M(
        "missing-key", MANIFEST, r"(?m)^(  - id: \S+\n)    title: .*\n", r"\1", (MANIFEST, r"(?m)^  - id")
    ),
    "a key twice": M("duplicate-key", RUBRIC, r"(?m)^(    severity: .*)$", r"\1\n\1"),
    "an answer twice": M(
        "duplicate-key",
        HIDDEN,
        r"(?m)^(client_answers:\n(?: *#.*\n)*)(  \w+:)",
        r"\1\2 x\n\2",
        (HIDDEN, r" x\n  \w+:"),
    ),
    "an escalation named like a question": M(
        "duplicate-id", RUBRIC, r"(?s)(questions:.*?- id: )(\w+)(.*?escalations:.*?- id: )(\w+)", r"\1\2\3\2"
    ),
    "a document id twice": M("duplicate-id", MANIFEST, r"(?s)(  - id: )(\w+)(.*?  - id: )\w+", r"\1\2\3\2"),
    "an anchor twice": M(
        "duplicate-anchor", RUBRIC, r'(?s)(\n    anchor: )("[^"]+")(.*?\n    anchor: )"[^"]+"', r"\1\2\3\2"
    ),
    "an anchor that resolves to nothing": M("anchor", RUBRIC, r'(\n    anchor: "[^"]+)"', r'\1.99"'),
    "an anchor in another case": M("anchor", RUBRIC, r'(\n    anchor: ")[a-z](\w+)', r"\1X\2"),
    "a citation without its sign": M("citation", RUBRIC, r'(required_citations: \["[^"§]+)§', r"\1"),
    "a parenthesis not closed": M("gate", RUBRIC, r"(- pattern: ')", r"\1("),
    "a context that does not compile": M(
        "gate",
        RUBRIC,
        r"exclude_context: '",
        "exclude_context: '[",
        (RUBRIC, r"- (?=pattern: .*\n(?:        \w+: .*\n)*?        exclude_context: '\[)"),
    ),
    "a cap above one": M("range", RUBRIC, r"(critical_failure_score_cap: )[\d.]+", r"\g<1>25"),
    "no steps": M("range", MANIFEST, r"(maximum_steps: )\d+", r"\g<1>0"),
    "own words from one word on": M("range", RUBRIC, r"(own_words: )\d+", r"\g<1>1"),
    "negative resistance": M("range", THEM, r"(resist_rounds: )\d+", r"\1-1"),
    "a required issue that there is not": M("unknown-id", RUBRIC, r"(required_issue_ids: \[)", r"\1zz_"),
    "a position on no issue": M(
        "unknown-id", THEM, r"(?m)^(positions:\n(?: *#.*\n)*  )(\w+):", r"\1zz_\2:", (THEM, r"zz_\w+:\n *\w")
    ),
    "a document id with a section sign": M("document-id", MANIFEST, r"(  - id: )(\w+)", r'\1"\2 §"'),
    "a path that leaves the folder": M("document-path", MANIFEST, r"path: documents/", "path: ../documents/"),
    "a path to no file": M("document-path", MANIFEST, r"(path: documents/\w+)\.md", r"\1.markdown"),
    "the answer key as a document": M("answer-key", MANIFEST, r"path: documents/\S+", "path: rubric.yaml"),
    "a line that is not JSON": M("json", GOOD, r'\{"type"', '{"type'),
    # --- the manifest and the paper ---
    "another name than the folder's": M("matter-id", MANIFEST, r"(?m)^matter_id: (\w+)$", r"matter_id: \1b"),
    "a name that is no plain word": M("matter-id", MANIFEST, r"(?m)^matter_id: (\w+)$", r"matter_id: X-\1"),
    "no practice area": M("manifest-blank", MANIFEST, r"(?m)^practice_area: .*$", 'practice_area: ""'),
    "no canary": M("canary", MANIFEST, r"(?m)^canary: .*$", 'canary: ""'),
    "another matter's canary": M(
        "canary", MANIFEST, r"(?m)^canary: .*$", 'canary: "canary other_001 0123456789abcdef"'
    ),
    "not synthetic": M("provenance", MANIFEST, r"synthetic: true", "synthetic: false"),
    "a section number twice": M("section-reused", PAPER, r"(?ms)^## (\S+) (.*?)^## \S+ ", r"## \1 \2## \1 "),
    "a heading without a word": M("heading-blank", PAPER, r"(?m)^## \S.*$", "## ", which=1),
    "a heading without its space": M("heading-near", PAPER, r"(?m)^## (?=\S)", "##", which=1),
    "a heading after a space": M("heading-near", PAPER, r"(?m)^## (?=\S)", " ## ", which=2),
    "a section without text": M("section-empty", PAPER, r"(?m)^## (?=\S)", "## 99.9 Nothing\n\n## ", which=1),
    "a number with a section sign": M("token-uncitable", PAPER, r"(?m)^## (?=\S)", "## §", which=1),
    "a code block left open": M("fence-open", PAPER, r"(?m)^(?=## \S)", "```\n", which=3),
    "a document that nobody lists": M(
        "document-unlisted", "documents/zz.md", NEW, "# Z\n", (MANIFEST, r"(?m)^documents:\n *-")
    ),
    "a document without text": M("document-empty", PAPER, r"(?s)\A.*\Z", "\n", (MANIFEST, r"path: {paper}")),
    # --- citations ---
    "an anchor that is not required": M(
        "anchor-not-cited",
        RUBRIC,
        r'(?m)^    anchor: "([^"]+)"((?:\n(?!    required_citations).*)*\n    required_citations: \[)"\1", ',
        r'    anchor: "\1"\2',
        (RUBRIC, r'(?m)^    anchor: "'),
    ),
    "a required citation of nothing": M(
        "citation-unresolved", RUBRIC, r'(required_citations: \["[^"]+", "[^"]+)"', r'\1.77"'
    ),
    "a required citation of no document": M(
        "citation-unresolved", RUBRIC, r'(required_citations: \["[^"]+", ")', r"\1zz_"
    ),
    "a citation in another form": M("citation-form", RUBRIC, r'(required_citations: \["[^"§]+) §', r"\1§"),
    "a citation twice": M("citation-repeated", RUBRIC, r'(required_citations: \[)("[^"]+"), ', r"\1\2, \2, "),
    "more citations than may be": M(
        "citations-over-limit",
        RUBRIC,
        r"maximum_citations: \d+",
        "maximum_citations: 1",
        (RUBRIC, r'required_citations: \["[^"]+", "'),
        needs=r"anchor:",
    ),
    # --- questions, escalations, answers ---
    "a question without concepts": M(
        "topic-without-concepts",
        RUBRIC,
        r"(?m)^(questions:\n(?: *#.*\n)*  - id: \w+\n    points: .*\n)"
        r"    concepts: .*\n(?:    aliases:(?:\n(?:      - .*\n| *#.*\n)+| \[(?:.|\n)*?\n    \]\n))?",
        r"\1",
        (RUBRIC, r"(?m)^questions:\n(?: *#.*\n)*  - id"),
    ),
    "a question that an earlier one takes": M(
        "topic-shadowed",
        RUBRIC,
        r"(?s)(\n    concepts: )(\[[^\]]*\])(.*?)(\nescalations:)",
        r"\1\2\3\n  - id: q_late\n    concepts: \2\4",
    ),
    "a variant that an earlier question takes": M(
        "variant-shadowed",
        RUBRIC,
        r"(?s)(\n    concepts: )(\[[^\]]*\])(.*?)(\nescalations:)",
        r'\1\2\3\n  - id: q_late\n    concepts: ["xyzzy"]\n    aliases:\n      - \2\4',
        (RUBRIC, r'concepts: \["xyzzy"\]\n    aliases:\n      - '),
    ),
    "a variant twice": M("variant-idle", RUBRIC, r"(?m)^(      - \[.*\])$", r"\1\n\1"),
    "a question renamed in the rubric": M(
        "answer-missing", RUBRIC, r"(?m)^(questions:\n(?: *#.*\n)*  - id: \w+)", r"\1_x"
    ),
    "an escalation renamed in the rubric": M(
        "answer-missing", RUBRIC, r"(?m)^(escalations:\n(?: *#.*\n)*  - id: \w+)", r"\1_x"
    ),
    "a question renamed in the hidden facts": M(
        "answer-unreachable",
        HIDDEN,
        r"(?m)^(client_answers:\n(?: *#.*\n)*  \w+)",
        r"\1_x",
        (HIDDEN, r"\w+_x:."),
    ),
    "an answer that the paper gives": M(
        "answer-public",
        HIDDEN,
        r"(?m)^(client_answers:\n(?: *#.*\n)*  \w+:) .*(?:\n    .*)*",
        r'\1 "{record_run}"',
    ),
    "a public fact named like a question": M(
        "fact-name-taken", MANIFEST, r"(?m)^public_facts:\n", "public_facts:\n  {question}: x\n"
    ),
    "a question made of headings": M(
        "question-from-headings", RUBRIC, r"(?m)^(    concepts: )\[.*\]", r'\1["{heading}"]'
    ),
    # --- phrases and concepts ---
    "a blank phrase": M("phrase-blank", RUBRIC, r'any_of: \["[^"]+"', 'any_of: [" "'),
    "a phrase with a space at its end": M("phrase-spaces", RUBRIC, r'(any_of: \["[^"]+)"', r'\1 "'),
    "a phrase twice": M("phrase-idle", RUBRIC, r'(any_of: \[)("[^"]+")', r"\1\2, \2"),
    "a longer phrase": M("phrase-idle", RUBRIC, r'(any_of: \[")([^"]+)"', r'\1\2", "and \2"'),
    "a phrase twice in a variant": M("phrase-repeated", RUBRIC, r'(?m)^(      - \[)("[^"]+")', r"\1\2, \2"),
    "a concept without phrases": M("concept-empty", RUBRIC, r"- any_of: \[.*\]", "- any_of: []"),
    "a concept twice": M("concept-implied", RUBRIC, r"(?m)^(      - any_of: \[.*\])$", r"\1\n\1"),
    "a phrase of the anchor": M("concept-in-anchor", RUBRIC, r"(any_of: \[)", r'\1"{anchor_words}", '),
    "a concept of the playbook's words": M(
        "concept-of-playbook", RUBRIC, r"- any_of: \[.*\]", '- any_of: ["{playbook_words}"]'
    ),
    "a run of words of the record": M("concept-never-own", RUBRIC, r"(any_of: \[)", r'\1"{record_run}", '),
    "a phrase of a heading": M("concept-in-headings", RUBRIC, r"(any_of: \[)", r'\1"{heading}", '),
    # --- points and budgets ---
    "points that nobody can earn": M(
        "points-unearnable",
        RUBRIC,
        r"(?m)^final_submission:",
        "  - id: bare\n    anchor: {free_section}\n    severity: low\nfinal_submission:",
    ),
    "concepts worth nothing": M(
        "points-idle", RUBRIC, r"(    concept_points: )[\d.]+", r"\g<1>0", (RUBRIC, FIRST_CONCEPT)
    ),
    "negative points": M("points-negative", RUBRIC, r"(base_points: )", r"\1-"),
    "a reward for unsupported issues": M("points-negative", RUBRIC, r"(unsupported_issue_points: )-", r"\1"),
    "a memo longer than may be": M("memo-length", RUBRIC, r"(minimum_characters: )\d+", r"\g<1>9999"),
    "another maximum score": M("max-score-differs", RUBRIC, r"\A", "max_score: 999\n"),
    "the maximum score declared": M("max-score-declared", RUBRIC, r"\A", "max_score: {maximum}\n"),
    "one severity for all": M(
        "severity-uniform",
        RUBRIC,
        r"(?m)^(    severity: )\w+",
        r"\1low",
        (RUBRIC, r"(?m)^    severity: low"),
        which=-1,
    ),
    "too few questions": M("budget-impossible", MANIFEST, r"(maximum_client_questions: )\d+", r"\g<1>1"),
    "too few escalations": M(
        "budget-impossible", MANIFEST, r"(maximum_escalations: )\d+", r"\g<1>0", needs=r"escalations:\n"
    ),
    "too few steps": M("budget-impossible", MANIFEST, r"(maximum_steps: )\d+", r"\g<1>5"),
    "too few rounds": M("budget-impossible", MANIFEST, r"(maximum_negotiation_rounds: )\d+", r"\g<1>1"),
    "too few issues": M("budget-impossible", RUBRIC, r"(maximum_issues: )\d+", r"\g<1>1", needs=r"anchor:"),
    "too many questions": M("budget-generous", MANIFEST, r"(maximum_client_questions: )\d+", r"\g<1>30"),
    "too many escalations": M(
        "budget-generous", MANIFEST, r"(maximum_escalations: )\d+", r"\g<1>9", needs=r"escalations:\n"
    ),
    "far too many steps": M("budget-slack", MANIFEST, r"(maximum_steps: )\d+", r"\g<1>500"),
    "far too many issues": M("issue-budget", RUBRIC, r"(maximum_issues: )\d+", r"\g<1>99", needs=r"anchor:"),
    "no reading before credit": M("instrument-undeclared", RUBRIC, r"(read_before_credit: )true", r"\1false"),
    "no own words": M(
        "instrument-undeclared", RUBRIC, r"(?m)^  own_words: .*\n", "", (RUBRIC, r"(?m)^instrument:\n +\w")
    ),
    "no limit for the memo": M("instrument-undeclared", RUBRIC, r", summary: \d+", ""),
    # --- gates and probes ---
    "look-ahead": M("gate-not-linear", RUBRIC, r"(- pattern: ')", r"\1(?=\\w)"),
    "a gate without bound": M("gate-reaches-far", RUBRIC, r"(- pattern: '[^']+)'\n", r"\1.*zz'\n"),
    "two spaces in a gate": M("gate-white-space", RUBRIC, r"(- pattern: '[^']+)'\n", r"\1  zz'\n"),
    "a gate twice": M("gate-repeated", RUBRIC, r"(?m)^(      - pattern: '.*')$", r"\1\n\1"),
    "a scope without a guard": M(
        "gate-scope-idle",
        RUBRIC,
        r"(- pattern: '.*'\n)        negation_guard: true\n(?:        negation_scope: .*\n)?",
        r"\1        negation_scope: before\n",
    ),
    "a gate without guards": M("gate-unguarded", RUBRIC, FIRST_GATE, r"\1- '\\bnever heard of\\b'\n"),
    "a gate that fires on sound work": M(
        "gate-fires-on-sound-work", RUBRIC, FIRST_GATE, r"\1- '\\b(?:the|and)\\b'\n"
    ),
    "a gate that fires on the client's words": M(
        "gate-fires-on-clients-words", RUBRIC, FIRST_GATE, r"\1- '\\b(?:the|and)\\b'\n"
    ),
    "a gate that fires on the provision": M(
        "gate-fires-on-anchor", RUBRIC, FIRST_GATE, r"\1- '\\b(?:the|and)\\b'\n"
    ),
    "no probe that fires": M(
        "gate-unproved", PROBES, r"fires: true", "fires: false", (RUBRIC, FIRST_PATTERN), which=-1
    ),
    "no probes": M("probes-missing", PROBES, GONE, "", (RUBRIC, FIRST_PATTERN), needs=r"- pattern:"),
    "a probe of no issue": M("probe-stray", PROBES, r"(criterion: )", r"\1zz_"),
    "a probe of no gate": M("probe-stray", PROBES, r"(?m)(^ *pattern: ')", r"\1zz"),
    "a probe turned round": M(
        "probe-miss", PROBES, r"fires: true", "fires: false", (PROBES, r"(?m)^ *text:")
    ),
    # --- settlements ---
    "a settlement without concepts": M(
        "settlement-unscored",
        RUBRIC,
        r"(?m)^    settlement_concepts:\n(?:      .*\n)+",
        "",
        (RUBRIC, FIRST_ISSUE),
        matters=NEGO,
    ),
    "a non-negotiable point without concepts": M(
        "non-negotiable-dead",
        RUBRIC,
        r"(?m)^    settlement_concepts:\n(?:      .*\n)+",
        "",
        (RUBRIC, r"(?m)^    non_negotiable: true"),
        matters=NEGO,
    ),
    "nobody across the table": M(
        "settlement-without-position",
        THEM,
        GONE,
        "",
        (RUBRIC, r"(?m)^    settlement_concepts:\n(?: *#.*\n)* *-"),
    ),
    "a trap that catches nobody": M(
        "trap-not-caught",
        THEM,
        r"(text: >-\n)(?:          .*\n)+(        trap: true)",
        r"\1          Agreed, in the words of Brackwater.\n\2",
        (THEM, r"text: (?=>-\n *Agreed)"),
        which=2,  # behind the two of a point that is not negotiable, which catches them anyway
        matters=NEGO,
    ),
    "a trap without its mark": M(
        "trap-unmarked",
        THEM,
        r"(?s)(counters:.*?- message: .*?- message: .*?)        trap: true\n",
        r"\1",
        (THEM, r"(?s)counters:.*?- message: .*?- message: "),
        matters=NEGO,
    ),
    "nothing acceptable": M(
        "accept-nothing",
        THEM,
        r"accept_concepts: \[(?:.|\n)*?\n    \]",
        "accept_concepts: []",
        (THEM, r"(?m)^    resist_rounds"),
        matters=NEGO,
    ),
    "anything acceptable": M("accept-anything", THEM, r"accept_concepts: \[\n", "accept_concepts: [[],\n"),
    "the provision acceptable as it is": M(
        "accept-unchanged",
        THEM,
        r"accept_concepts: \[\n",
        'accept_concepts: [["{anchor_words}"],\n',
        matters=NEGO,
    ),
    "acceptable and conceding": M(
        "acceptance-unsafe", THEM, r"accept_concepts: \[\n", 'accept_concepts: [["whatever"],\n', matters=NEGO
    ),
    "resistance without end": M("resist-beyond-rounds", THEM, r"(resist_rounds: )\d+", r"\g<1>99"),
    "counters without rounds": M(
        "counters-beyond-rounds",
        MANIFEST,
        r"(maximum_negotiation_rounds: )\d+",
        r"\g<1>1",
        (THEM, r"(?s)counters:.*?- message: .*?- message: "),
        matters=NEGO,
    ),
    # --- trajectories ---
    "no reference": M("reference-missing", GOOD, GONE, "", ("examples", None)),
    "a reference without a memo and issues": M(
        "reference-low",
        GOOD,
        r'"type": ?"(?:ask_client|submit_issue|submit_final)"',
        '"type": "nothing"',
        (GOOD, None),
        which=-1,
    ),
    "a reading of no document": M("trajectory-refused", GOOD, r'("document_id": ?")', r"\1zz_"),
    "a memo twice": M("trajectory-unplayed", GOOD, r'(?m)^(\{"type": ?"submit_final".*\})$', r"\1\n\1"),
    "a bound out of reach": M("score-missed", SCORES, r"(at_least: )[\d.]+", r"\g<1>1.5"),
    "a critical failure expected": M("score-missed", SCORES, r"(critical_failure: )false", r"\1true"),
    "another gate expected": M("score-missed", SCORES, r"(trips: '.*)'", r"\1zz'"),
    "a trajectory without a bound": M(
        "score-unlisted", "examples/bad_zz.jsonl", NEW, "{}\n", ("examples/bad_zz.jsonl", None)
    ),
    "a bound without a trajectory": M("score-stray", SCORES, r"(file: )good", r"\1goood"),
    # --- notes ---
    "something to do": M("to-do", RUBRIC, r"\A", "# TO DO: the rest\n"),
    "something to do in the paper": M("to-do", PAPER, r"(?m)^(?=## \S)", "TO DO\n\n"),
    "an allowance of nothing": M("allowance-idle", RUBRIC, r"\A", "# lint: allow phrase-idle: it is not\n"),
    "an allowance of no rule": M("allowance-idle", RUBRIC, r"\A", "# lint: allow idle-phrase: it is not\n"),
}
