"""The critic's command as a test calls it."""

import pytest

from playbook_legal.cli.critic_command import critic_command
from playbook_legal.cli.running import run_command


def told(arguments: list[str], capfd: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of the command."""
    with pytest.raises(SystemExit) as ended:
        run_command(critic_command, "playbook-critic", arguments)
    out, err = capfd.readouterr()
    return int(ended.value.code or 0), out, err
