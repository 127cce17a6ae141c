"""The three tools the model sees. Their bytes never change within a version of the program.

Every further tool costs accuracy and prompt, and a changed list costs the whole prompt cache; so
whatever comes later is deferred behind the two meta tools.
"""

from typing import Final

from tieout.llm.client import JsonDict

EXECUTE_CODE: Final = "execute_code"
GET_TOOL_INFO: Final = "get_tool_info"
EXECUTE_TOOL: Final = "execute_tool"


def _tool(name: str, description: str, parameters: dict[str, str]) -> JsonDict:
    return {
        "name": name,
        "description": description,
        "input_schema": {
            "type": "object",
            "properties": {
                parameter: {"type": "string", "description": meaning}
                for parameter, meaning in parameters.items()
            },
            "required": list(parameters),
            "additionalProperties": False,
        },
        "strict": True,
    }


TOOLS: Final[tuple[JsonDict, ...]] = (
    _tool(
        EXECUTE_CODE,
        "Run JavaScript on the open workbook: read, compute, write, format. Returns what was "
        "read, what the code returned and logged, and a summary of every cell and object that "
        "changed, with findings. One call is one undoable unit of work.",
        {
            "code": "One complete `async function execute() { … }`, after an optional first line "
            "`// scope: Sheet!A1:B2, …` that names the ranges it means to change."
        },
    ),
    _tool(
        GET_TOOL_INFO,
        "Describe one deferred tool: what it does and which arguments it takes. Call it before "
        'execute_tool. The name "*" lists all deferred tools.',
        {"name": "The deferred tool's name, or *."},
    ),
    _tool(
        EXECUTE_TOOL,
        "Run one deferred tool that get_tool_info has described in this conversation.",
        {
            "name": "The deferred tool's name.",
            "arguments": "Its arguments as the text of one JSON object, such as {}.",
        },
    ),
)
