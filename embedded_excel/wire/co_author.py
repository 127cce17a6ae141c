"""What somebody else types into a cell, as the request that their Excel would send."""

from pydantic import JsonValue

_WORKBOOK, _METHOD, _PROPERTY, _INDEXER = 1, 3, 4, 5
_SET = 4


def typed(cell: str, content: str) -> dict[str, JsonValue]:
    """A request that types into one cell.

    Args:
        cell: Such as `Sheet1!B4`; quotes around a sheet's name may be left out.
        content: A text as a person types it: a number, a formula with its `=`, or words.
    """
    sheet, _, address = cell.rpartition("!")
    name = sheet.removeprefix("'").removesuffix("'").replace("''", "'")
    paths: dict[str, JsonValue] = {
        "1": {"Id": 1, "ObjectPathType": _WORKBOOK, "Name": ""},
        "2": {"Id": 2, "ObjectPathType": _PROPERTY, "Name": "Worksheets", "ParentObjectPathId": 1},
        "3": _with_argument(3, _INDEXER, "", 2, name),
        "4": _with_argument(4, _METHOD, "GetRange", 3, address),
    }
    action: JsonValue = {
        "Id": 5,
        "ActionType": _SET,
        "Name": "Formulas",
        "ObjectPathId": 4,
        "ArgumentInfo": {"Arguments": [[[content]]]},
    }
    return {"AutoKeepReference": False, "Actions": [action], "ObjectPaths": paths}


def _with_argument(number: int, kind: int, name: str, parent: int, argument: str) -> JsonValue:
    return {
        "Id": number,
        "ObjectPathType": kind,
        "Name": name,
        "ParentObjectPathId": parent,
        "ArgumentInfo": {"Arguments": [argument]},
    }
