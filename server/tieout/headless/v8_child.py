"""The parent's end of a V8 process: start it, exchange frames, kill it."""

import asyncio
import contextlib
import json
import os
import signal
import sys
from pathlib import Path

from tieout.errors import KillReason

START_SECONDS = 60.0
STDERR_BYTES = 64 * 1024
V8_GAVE_UP = (signal.SIGILL, signal.SIGTRAP, signal.SIGABRT) if os.name == "posix" else ()
"""Signals by which V8 ends its process when an allocation fails."""

_PROCESS = Path(__file__).with_name("v8_process.py")
_PASSED_ON = ("PATH", "LD_LIBRARY_PATH", "SYSTEMROOT", "TZ")
"""Environment of the process; above all not the keys."""


class Kill(Exception):
    """Ends the conversation; the process is killed by whoever holds it."""

    def __init__(self, reason: KillReason, detail: str) -> None:
        super().__init__(detail)
        self.reason: KillReason = reason
        self.detail = detail


class V8Process:
    """One child: loading, then waiting as a spare, then running, then dead."""

    def __init__(self, child: asyncio.subprocess.Process) -> None:
        self._child = child
        self._stderr = bytearray()
        self._draining = asyncio.create_task(self._drain())
        self.largest: int | None = None

    @classmethod
    async def start(cls, scripts: list[str]) -> "V8Process":
        """Start a process and wait until it has loaded these script files."""
        child = await asyncio.create_subprocess_exec(
            sys.executable,
            "-I",
            str(_PROCESS),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env={name: os.environ[name] for name in _PASSED_ON if name in os.environ},
        )
        process = cls(child)
        try:
            await process.write("p", json.dumps(scripts))
            async with asyncio.timeout(START_SECONDS):
                await process.read()
        except BaseException:
            await process.end()
            raise
        return process

    @property
    def alive(self) -> bool:
        """Whether it has not ended."""
        return self._child.returncode is None

    async def write(self, kind: str, text: str) -> None:
        """Send a frame; nothing happens when the process is gone, which reading tells."""
        assert self._child.stdin is not None
        if not self.alive or self._child.stdin.is_closing():
            return
        payload = text.encode("utf-8", "replace")
        self._child.stdin.write(len(payload).to_bytes(4, "big") + kind.encode() + payload)
        with contextlib.suppress(ConnectionError):
            await self._child.stdin.drain()

    async def read(self) -> tuple[str, bytes]:
        """Next frame as kind and payload.

        Raises:
            Kill: The frame is too large, or the process died.
        """
        assert self._child.stdout is not None
        try:
            header = await self._child.stdout.readexactly(5)
            length = int.from_bytes(header[:4], "big")
            if self.largest is not None and length > self.largest:
                raise Kill("message_size", f"a message was larger than {self.largest} bytes")
            return chr(header[4]), await self._child.stdout.readexactly(length)
        except asyncio.IncompleteReadError:
            raise await self._death() from None

    async def _death(self) -> Kill:
        code = await self._child.wait()
        await self._draining
        said = self._stderr.decode("utf-8", "replace")
        if "out of memory" in said.lower() or "MemoryError" in said:
            return Kill("memory", "it used more memory than allowed")
        if -code in V8_GAVE_UP:
            return Kill("memory", "V8 gave up on it, most likely for want of memory")
        return Kill("crashed", f"the sandbox process ended by itself (exit code {code})")

    async def _drain(self) -> None:
        assert self._child.stderr is not None
        while part := await self._child.stderr.read(STDERR_BYTES):
            self._stderr += part[: max(0, STDERR_BYTES - len(self._stderr))]

    def kill(self) -> None:
        """Kill it now."""
        if self.alive:
            with contextlib.suppress(ProcessLookupError):
                self._child.kill()

    async def end(self) -> None:
        """Kill it and wait until it is gone."""
        self.kill()
        await self._child.wait()
        await self._draining
        if self._child.stdin is not None:
            self._child.stdin.close()
