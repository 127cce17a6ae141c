"""What a broken or hostile pane sends, against a real server: errors, closings, no harm."""

from contextlib import suppress

import pytest
from dirty_equals import IsStr
from pane_clients import Connect, masked, raw_socket
from websockets.exceptions import ConnectionClosed

from tieout.protocol.reading import MAX_FRAME_BYTES
from tieout.web.serving import Server


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        "[" * 10_000 + "]" * 10_000,
        '{"a":' * 10_000 + "1" + "}" * 10_000,
        '{"type":"host.result","batch_id":1,"body":{"x":NaN}}',
        '{"type":"host.result","batch_id":1,"body":{"x":1e400}}',
        '{"type":"user.message","text":"\\ud800"}',
        '{"type":"ping","type":"nope"}',
        '{"type":"ping","__proto__":{"x":1}}',
        '{"type":"nope"}',
        '{"type":"ping","extra":1}',
        '{"type":"host.result","batch_id":9223372036854775808}',
        '{"type":"host.result","batch_id":-1}',
        '{"type":"user.message","text":"' + "x" * 100_001 + '"}',
        '{"type":"ping","keys":{' + ",".join(f'"{i}":0' for i in range(200_000)) + "}}",
    ],
    ids=range(15),
)
async def test_a_broken_frame_is_answered_with_an_error(connected: Connect, text: str):
    client = await connected()
    await client.send(text)
    error = await client.receive_type("error")
    assert error == {"type": "error", "message": IsStr(max_length=300), "about": IsStr()}
    await client.assert_up()


async def test_binary_closes_with_1003(connected: Connect):
    client = await connected()
    await client.connection.send(b"{}")
    await client.assert_closed(1003)


@pytest.mark.parametrize(("extra", "code"), [(-1, None), (1, 1009)])
async def test_the_size_limit_of_a_message(connected: Connect, extra: int, code: int | None):
    client = await connected()
    frame = '{"type":"host.result","batch_id":1,"failure":""}'
    # A server that closes 1009 does not read the rest of the message.
    with suppress(ConnectionClosed):
        await client.send(frame + " " * (MAX_FRAME_BYTES + extra - len(frame)))
    if code is None:
        await client.receive_type("error")
        await client.assert_up()
    else:
        await client.assert_closed(code)


async def test_a_message_in_many_pieces_is_one_message(connected: Connect):
    client = await connected()
    await client.connection.send(iter('{"type":"ping"}'))
    await client.receive_type("pong")


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        (masked(0x81, b"\xff\xfe"), 1007),
        (masked(0x91, b"{}"), 1002),
        (masked(0x83, b"{}"), 1002),
        (masked(0x80, b"{}"), 1002),
        (masked(0x82, b"{}"), 1003),
        (masked(0x09, b"ping in pieces"), 1002),
        (b"\x81\xff" + (2**40).to_bytes(8, "big") + b"\0\0\0\0", 1009),
    ],
    ids=["utf-8", "reserved bit", "opcode", "no start", "binary", "control", "huge"],
)
async def test_frames_against_the_websocket_protocol_close_it(
    server: Server, frame: bytes, code: int
):
    reader, writer = await raw_socket(server)
    writer.write(frame)
    head = await reader.readexactly(4)
    assert (head[0], int.from_bytes(head[2:4], "big")) == (0x88, code)
    writer.close()


async def test_frames_for_a_role_the_pane_lacks_are_refused(connected: Connect):
    client = await connected()
    await client.send('{"type":"host.result","batch_id":1,"failure":"x"}')
    assert (await client.receive_type("error"))["about"] == "host.result"
    await client.send('{"type":"sandbox.done","run_id":"r","end":"returned"}')
    assert (await client.receive_type("error"))["about"] == "sandbox.done"


async def test_answers_nobody_asked_for_are_dropped(connected: Connect):
    client = await connected("host", "sandbox")
    await client.send('{"type":"host.result","batch_id":7,"failure":"x"}')
    await client.send('{"type":"sandbox.done","run_id":"r","end":"returned"}')
    await client.assert_up()


async def test_code_of_no_run_is_refused(connected: Connect):
    client = await connected("sandbox")
    await client.send('{"type":"sandbox.sync","run_id":"forged","sync_id":1,"body":{}}')
    assert await client.receive() == {
        "type": "sandbox.sync_result",
        "run_id": "forged",
        "sync_id": 1,
        "body": None,
        "refusal": "This run is over.",
    }
    await client.send('{"type":"sandbox.call","run_id":"forged","call_id":1,"name":"read"}')
    assert (await client.receive_type("sandbox.call_result"))["error"] == "This run is over."
