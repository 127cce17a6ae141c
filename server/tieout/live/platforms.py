"""Which Excel a machine can have."""

import sys
from typing import Literal, TypeAlias

Platform: TypeAlias = Literal["windows", "mac", "web"]


def this_platform(system: str = sys.platform) -> Platform:
    """The desktop Excel of this system; where there is none, Excel on the web is left."""
    match system:
        case "win32":
            return "windows"
        case "darwin":
            return "mac"
        case _:
            return "web"
