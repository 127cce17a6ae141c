"""Runs the code of a skill: every block through the real executor, on one workbook.

The sandbox is V8 with unmodified Office.js, the workbook the embedded Excel. The blocks run in their
order; `setup.js` before them and `check.js` after them lie in `spec_code/<skill>/`. A block marked
`wrong` must fail or change nothing; one marked `requires=SET VERSION` is skipped, which is only
allowed where the embedded Excel lacks that set.
"""

import re
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from embedded_excel.host import EmbeddedExcel
from tieout.assets import asset
from tieout.execution.approvals import FixedApprover
from tieout.execution.executor import Executor
from tieout.execution.limits import ExecutorLimits
from tieout.execution.outcome import ExecutionResult
from tieout.execution.ports import SandboxLimits
from tieout.headless.embedded_host import EmbeddedHost
from tieout.headless.v8_sandbox import V8Sandbox
from tieout.skills.library import load_library
from tieout.skills.skill_file import FILE, Skill, read_skill

INPUTS: Final = Path(__file__).parent / "spec_code"
_BLOCK = re.compile(r"^```js(?P<mark>[^\n`]*)\n(?P<code>.*?)^```$", re.DOTALL | re.MULTILINE)
_REQUIRES = re.compile(r"requires=(\w+) (\d+\.\d+)")


@dataclass(frozen=True)
class Block:
    """One piece of code; `mark` is what stands behind `js` in its fence."""

    where: str
    code: str
    mark: str = ""

    @property
    def is_wrong(self) -> bool:
        return self.mark == "wrong"

    @property
    def requires(self) -> tuple[str, str] | None:
        found = _REQUIRES.fullmatch(self.mark)
        return (found[1], found[2]) if found else None


@dataclass(frozen=True)
class Ran:
    """A block with its result; None where the requirement set is missing."""

    block: Block
    result: ExecutionResult | None


def skills_of_this_project() -> list[Skill]:
    return [read_skill(path.parent) for path in sorted(asset("skills").glob(f"*/{FILE}"))]


def blocks_of(skill: Skill) -> list[Block]:
    """Its code blocks with the set-up before and the check after them."""
    return [*_input(skill, "setup.js"), *_own_blocks(skill), *_input(skill, "check.js")]


def _own_blocks(skill: Skill) -> Iterator[Block]:
    for number, found in enumerate(_BLOCK.finditer(skill.text), start=1):
        yield Block(f"{skill.name} block {number}", found["code"], found["mark"].strip())


def _input(skill: Skill, name: str) -> list[Block]:
    path = INPUTS / skill.name / name
    return [Block(f"{skill.name}/{name}", path.read_text("utf-8"))] if path.exists() else []


async def run_blocks(blocks: list[Block]) -> list[Ran]:
    """Run them on a new workbook."""
    async with AsyncExitStack() as stack:
        host = EmbeddedHost(EmbeddedExcel.new("spec.xlsx"))
        stack.push_async_callback(host.close)
        sandbox = V8Sandbox()
        stack.push_async_callback(sandbox.close)
        limits = ExecutorLimits(sandbox=SandboxLimits(wall=60, between_syncs=20))
        executor = Executor(
            host,
            sandbox,
            limits=limits,
            approver=FixedApprover(allow=True),
            skills=load_library(),
        )
        done: list[Ran] = []
        for number, block in enumerate(blocks):
            if block.requires is not None:
                done.append(Ran(block, None))
                continue
            result = await executor.execute(block.code, execution_id=f"exec-{number}")
            done.append(Ran(block, result))
        return done


def embedded_sets() -> dict[str, str]:
    excel = EmbeddedExcel.new()
    try:
        return dict(excel.requirement_sets)
    finally:
        excel.close()
