"""What the queries of a reading batch ask, so that the same question is known again in another batch.

Ids differ from batch to batch; a question is the chain of names and arguments from the workbook to
its object, and what is selected there.
"""

import json
from collections.abc import Mapping
from typing import cast

from pydantic import JsonValue

from tieout.office_wire.batch import Batch
from tieout.office_wire.build import FLAG_WRITE, QUERY

_MOST_STEPS = 32


def cell_questions(batch: Batch) -> dict[int, str]:
    """Questions for the cells of ranges by action id; none of a batch that may write."""
    if batch.flags & FLAG_WRITE:
        return {}
    paths = batch.body.get("ObjectPaths")
    actions = batch.body.get("Actions")
    if not isinstance(paths, dict) or not isinstance(actions, list):
        return {}
    found: dict[int, str] = {}
    for action in actions:
        if not isinstance(action, dict) or action.get("ActionType") != QUERY:
            continue
        identity, query = action.get("Id"), action.get("QueryInfo")
        selected = query.get("Select") if isinstance(query, dict) else None
        if not isinstance(identity, int) or not isinstance(selected, list):
            continue
        chain = _chain(paths, action.get("ObjectPathId")) if "Values" in selected else None
        if chain is not None:
            found[identity] = json.dumps([chain, query], sort_keys=True)
    return found


def _chain(paths: Mapping[str, JsonValue], path: JsonValue) -> JsonValue:
    """The steps to an object, its own first; None where they can't be told."""
    steps: list[JsonValue] = []
    while path is not None:
        entry = paths.get(str(path))
        if not isinstance(entry, dict) or len(steps) == _MOST_STEPS:
            return None
        info = entry.get("ArgumentInfo")
        if isinstance(info, dict) and info.get("ReferencedObjectPathIds"):
            return None  # an argument is an object, whose own chain would have to be told too
        steps.append(cast("JsonValue", [entry.get("ObjectPathType"), entry.get("Name"), info]))
        path = entry.get("ParentObjectPathId")
    return steps
