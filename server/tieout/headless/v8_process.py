"""The process around one V8 isolate, started by `v8_sandbox` and killed with its run.

V8 aborts its whole process when memory runs out, and code after an `await` can't be interrupted, so the
isolate gets a process of its own. This file is run by path, without the rest of the package: it
starts fast and holds nothing worth reaching.

Pipes carry frames: 4 bytes length (big-endian), 1 byte kind, UTF-8 text.
In: `p` a JSON list of script files to load, in order, `r` a run (JSON: limits and the text for the sandbox),
`a` a text for the sandbox. Out: `k` ready, `m` a text of the sandbox, `x` JSON: reason and detail
of a stop that the process noticed itself.
"""

import contextlib
import json
import os
import queue
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, cast

from py_mini_racer import JSEvalException, JSFunction, JSOOMException, MiniRacer

HEADER_BYTES = 5
MESSAGES_AT_ONCE = 64
MEMORY_CHECK_SECONDS = 0.02
MEMORY_HEADROOM = 128 * 1024 * 1024
"""The hard wall of the system stands this far behind the limit, which says more clearly why."""
SALVAGE_SECONDS = 0.2
NOTHING_WILL_COME = -2
"""What `rest()` of isolate.js answers when neither a timer nor an answer is awaited."""


class Stop(Exception):
    """The run ends here."""

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(detail)
        self.reason = reason
        self.detail = detail


class Pipes:
    """Framed reading and writing on two descriptors that nothing else in the process uses.

    A thread reads, so that the process ends with its parent even while code runs.
    """

    def __init__(self, incoming: BinaryIO, outgoing: BinaryIO) -> None:
        self._in = incoming
        self._out = outgoing
        self._lock = threading.Lock()
        self._frames: queue.SimpleQueue[tuple[str, str]] = queue.SimpleQueue()
        threading.Thread(target=self._receive, daemon=True).start()

    def write(self, kind: str, text: str) -> None:
        """Send one frame."""
        payload = text.encode("utf-8", "replace")
        with self._lock:
            self._out.write(len(payload).to_bytes(4, "big") + kind.encode() + payload)
            self._out.flush()

    def read(self, timeout: float | None = None) -> tuple[str, str] | None:
        """Next frame as kind and text; None when the time is over."""
        try:
            return self._frames.get(timeout=timeout)
        except queue.Empty:
            return None

    def _receive(self) -> None:
        while True:
            header = self._in.read(HEADER_BYTES)
            if len(header) < HEADER_BYTES:
                os._exit(0)
            length = int.from_bytes(header[:4], "big")
            self._frames.put((chr(header[4]), self._in.read(length).decode()))


class Isolate:
    """The sandbox program inside one isolate."""

    def __init__(self, scripts: list[str]) -> None:
        self._racer = MiniRacer()
        for script in scripts:
            self._racer.eval(script)
        self.receive = self._function("receive")
        self.take = self._function("take")
        self.tick = self._function("tick")
        self.rest = self._function("rest")
        self._racer.eval("delete globalThis.$process")

    def _function(self, name: str) -> JSFunction:
        return cast("JSFunction", self._racer.eval(f"$process.{name}"))

    def limit(self, heap_bytes: int) -> None:
        """Let V8 give up before the system takes the process."""
        self._racer.set_hard_memory_limit(heap_bytes)


class Pump:
    """Carries messages between the isolate and the pipes while one run lasts."""

    def __init__(self, isolate: Isolate, pipes: Pipes, limits: dict[str, float]) -> None:
        self._isolate = isolate
        self._pipes = pipes
        self._limits = limits
        self._sent = 0
        self._began = time.monotonic()

    def run(self, text: str) -> None:
        """Start the code and serve it until the parent kills the process, or it must stop."""
        self._inside(self._isolate.receive, text)
        while True:
            self._carry_out()
            rest = cast("float", self._inside(self._isolate.rest))
            if rest == NOTHING_WILL_COME:
                raise Stop("time", "it waits for something that will never happen")
            frame = self._pipes.read(None if rest < 0 else rest / 1000)
            if frame is not None:
                self._inside(self._isolate.receive, frame[1])
            self._inside(self._isolate.tick, (time.monotonic() - self._began) * 1000)

    def salvage(self) -> None:
        """Send what the code had said before it was stopped."""
        with contextlib.suppress(Exception):
            self._carry_out(SALVAGE_SECONDS)

    def _inside(
        self, function: JSFunction, *args: str | float, seconds: float | None = None
    ) -> object:
        # No time limit here: a continuation after `await` runs as a microtask, which V8 won't
        # interrupt for us. The parent keeps the clock and kills the process.
        try:
            return function(*args, timeout_sec=seconds)
        except JSOOMException:
            raise Stop("memory", "it used more memory than allowed") from None
        except JSEvalException as error:
            # A terminated isolate throws null, and only the memory limit terminates it.
            if str(error).strip() == "null":
                raise Stop("memory", "it used more memory than allowed") from None
            raise Stop("crashed", f"the sandbox failed: {str(error)[:300]}") from None

    def _carry_out(self, seconds: float | None = None) -> None:
        while True:
            text = self._inside(self._isolate.take, MESSAGES_AT_ONCE, seconds=seconds)
            if not isinstance(text, str) or text == "":
                return
            for message in text.split("\n"):
                self._send(message)

    def _send(self, message: str) -> None:
        self._sent += 1
        if self._sent > self._limits["messages"]:
            raise Stop("messages", f"it sent more than {self._limits['messages']:.0f} messages")
        if len(message) > self._limits["message_bytes"]:
            raise Stop(
                "message_size",
                f"a message was larger than {self._limits['message_bytes']:.0f} bytes",
            )
        self._pipes.write("m", message)
        if message.startswith('{"type":"done"'):
            # Nothing may run after the end; the parent kills the process.
            while True:
                self._pipes.read()


def script(path: Path) -> str:
    """Text of a script; the one JSON file among them is the list of the wrapped API."""
    text = path.read_text("utf-8")
    return f"TieoutSandbox.index = {text};" if path.suffix == ".json" else text


def peak_memory() -> Callable[[], int] | None:
    """A way to read this process's peak memory in bytes, where the system has one."""
    try:
        import resource  # noqa: PLC0415 - not on Windows
    except ImportError:
        return None
    unit = 1 if sys.platform == "darwin" else 1024
    return lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def watch_memory(limit: int, pipes: Pipes) -> None:
    """Stop the process when it has used more than `limit` bytes beyond what it began with."""
    peak = peak_memory()
    if peak is None:
        return
    start = peak()
    if sys.platform == "linux":
        import resource  # noqa: PLC0415 - as above

        status = Path("/proc/self/status").read_text()
        kilobytes = int(status.split("VmData:")[1].split()[0])
        wall = kilobytes * 1024 + limit + MEMORY_HEADROOM
        resource.setrlimit(resource.RLIMIT_DATA, (wall, wall))

    def watch() -> None:
        while peak() - start <= limit:
            time.sleep(MEMORY_CHECK_SECONDS)
        stop(pipes, Stop("memory", f"it used more than {limit} bytes of memory"))

    threading.Thread(target=watch, daemon=True).start()


def forbid_files() -> None:
    """No core dumps, no file contents: the process has nothing to write."""
    try:
        import resource  # noqa: PLC0415 - not on Windows
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def stop(pipes: Pipes, why: Stop) -> None:
    """Say why and end at once."""
    pipes.write("x", json.dumps({"reason": why.reason, "detail": why.detail}))
    os._exit(0)


def main() -> None:
    """Load the program, then serve one run."""
    # V8 prints to the standard output when memory runs out; frames must not meet that.
    pipes = Pipes(os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb"))
    os.dup2(2, 1)
    first = pipes.read()
    assert first is not None
    isolate = Isolate([script(Path(path)) for path in json.loads(first[1])])
    forbid_files()
    pipes.write("k", "")
    frame = pipes.read()
    assert frame is not None
    order = json.loads(frame[1])
    isolate.limit(int(order["limits"]["memory_bytes"]))
    watch_memory(int(order["limits"]["memory_bytes"]), pipes)
    pump = Pump(isolate, pipes, order["limits"])
    try:
        pump.run(order["text"])
    except Stop as why:
        pump.salvage()
        stop(pipes, why)


if __name__ == "__main__":
    main()
