"""The page about the protocol, and the browser's copy of two facts, say what the code says."""

import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

from tieout.protocol.closing import FINAL
from tieout.protocol.frames import PROTOCOL_VERSION, PaneFrame, ServerFrame, frame_type
from tieout.protocol.handshake import SUBPROTOCOL

ROOT = Path(__file__).resolve().parents[3]
CHANNEL = (ROOT / "taskpane_static" / "js" / "channel.js").read_text(encoding="utf-8")
MODELS = [model for union in (PaneFrame, ServerFrame) for model in get_args(get_args(union)[0])]


def test_the_page_is_up_to_date():
    script = ROOT / "scripts" / "protocol_doc.py"
    done = subprocess.run([sys.executable, script, "--check"], check=False)
    assert done.returncode == 0, "run scripts/protocol_doc.py"


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_every_frame_says_what_it_is_for(model: type):
    assert model.__doc__
    assert frame_type(model)


def test_no_two_frames_share_a_type():
    types = [frame_type(model) for model in MODELS]
    assert len(types) == len(set(types))


def test_the_channel_speaks_the_servers_version():
    assert f"export const PROTOCOL_VERSION = {PROTOCOL_VERSION};" in CHANNEL
    assert f'const SUBPROTOCOL = "{SUBPROTOCOL}";' in CHANNEL


def test_the_channel_gives_up_after_the_same_close_codes():
    listed = re.search(r"FINAL_CODES = new Set\(\[([0-9, ]+)\]\)", CHANNEL)
    assert listed is not None
    assert {int(code) for code in listed[1].split(",")} == {int(code) for code in FINAL}
