"""The pane's socket end to end: a real server, a real WebSocket client, a session that echoes."""

from echo_session import EchoSession
from pane_clients import Connect


async def test_only_our_subprotocol_is_selected_and_the_token_is_not_echoed(connected: Connect):
    client = await connected(hello=False)
    assert client.connection.subprotocol == "tieout.v1"
    assert client.connection.response is not None
    assert "token" not in str(client.connection.response.headers)


async def test_hello_is_answered_with_welcome(connected: Connect):
    client = await connected(hello=False)
    await client.send('{"type":"hello","v":1,"pane":"p","roles":["ui"]}')
    assert await client.receive() == {
        "type": "welcome",
        "v": 1,
        "session": "s1",
        "workbook": "Book1.xlsx",
        "model": "echo",
        "demonstrations": [],
        "trace": "",
    }


async def test_another_version_is_told_and_closed(connected: Connect):
    client = await connected(hello=False)
    await client.send('{"type":"hello","v":99,"fields":"of the future"}')
    error = await client.receive_type("error")
    assert "update and restart the server" in str(error["message"])
    assert "version 99" in await client.assert_closed(4406)


async def test_anything_else_than_hello_first_is_closed(connected: Connect):
    client = await connected(hello=False)
    await client.send('{"type":"user.message","text":"hi"}')
    await client.receive_type("error")
    await client.assert_closed(4400)


async def test_a_message_is_streamed_back_in_order(connected: Connect):
    client = await connected()
    await client.send('{"type":"user.message","text":"tie out this"}')
    frames = [await client.receive_type("agent.turn_started")]
    while frames[-1]["type"] != "agent.turn_finished":
        frames.append(await client.receive())
    assert "".join(str(f["text"]) for f in frames if f["type"] == "agent.text") == "tieoutthis"


async def test_every_command_reaches_the_session(connected: Connect, session: EchoSession):
    client = await connected()
    await client.send('{"type":"user.stop"}')
    await client.send('{"type":"user.demonstration","name":"totals"}')
    await client.send('{"type":"workbook.selection","address":"Sheet1!A1"}')
    await client.send('{"type":"user.revert","undo_id":"u7"}')
    assert (await client.receive_type("agent.reverted"))["undo_id"] == "u7"
    assert session.log == ["attach p1", "stop", "demonstration totals", "select Sheet1!A1"]


async def test_a_users_mistake_is_a_sentence_and_the_connection_stays_up(connected: Connect):
    client = await connected()
    await client.send('{"type":"user.message","text":"refuse"}')
    assert await client.receive() == {
        "type": "error",
        "message": "That can't be done; try something else.",
        "about": "user.message",
    }
    await client.assert_up()


async def test_a_failure_of_ours_is_told_without_details(connected: Connect):
    client = await connected()
    await client.send('{"type":"user.message","text":"break"}')
    error = await client.receive_type("error")
    assert "secret" not in str(error)
    await client.assert_up()
