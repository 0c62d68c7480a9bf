"""An agent without legal skill: one of the red team's policies, as a floor under every other figure."""

from ...authoring.redteam.suite import POLICIES, Policy, policy_actions
from ...authoring.redteam.view import View
from ...problems import Problem, UnusableInputError
from ..runs import AgentCard
from ..table import Table
from .protocol import Parting


class PolicyAgent:
    """Plays one policy. It sees what any agent sees, and keeps to the budgets."""

    def __init__(self, policy: Policy, name: str) -> None:
        self._policy = policy
        options = {"policy": policy.name, "moves": list(policy.moves), "reads": policy.reads}
        self.card = AgentCard(name, "policy", options)

    async def play(self, table: Table) -> Parting:
        """Every action that the policy makes of what it sees."""
        view = View(table.observation)
        for action in policy_actions(view, self._policy):
            if table.is_over:
                break
            step = table.act(action)
            view.see(step.observation, step.reward)
        return Parting("left", "the policy has no more moves")

    async def close(self) -> None:
        """Nothing was opened."""


def named_policy(name: str) -> Policy:
    """The policy of that name; `UnusableInputError` lists them when there is none."""
    found = next((policy for policy in POLICIES if policy.name == name), None)
    if found is None:
        names = "; ".join(policy.name for policy in POLICIES)
        message = f"there is no such policy; the policies are: {names}; or all"
        raise UnusableInputError([Problem(f"policy:{name}", 0, 0, "agent", message)])
    return found
