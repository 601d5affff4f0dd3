"""A connection to a browser that speaks WebDriver BiDi: one command after the other, events kept as they come."""

import json

from websocket import create_connection

LONGEST_SECONDS = 300


class BidiError(Exception):
    """The browser refused a command; names it and says why."""


class Connection:
    """Sends commands and returns their results; `events` holds what the browser told meanwhile, in order."""

    def __init__(self, address: str) -> None:
        # Browsers take no connection that names an origin: it could come from a web page.
        self._socket = create_connection(address, timeout=LONGEST_SECONDS, suppress_origin=True)
        self._sent = 0
        self.events: list[dict] = []

    def send(self, method: str, **parameters: object) -> dict:
        self._sent += 1
        self._socket.send(json.dumps({"id": self._sent, "method": method, "params": parameters}))
        while True:
            message = json.loads(self._socket.recv())
            if message.get("id") != self._sent:
                self.events.append(message)
            elif message["type"] == "error":
                raise BidiError(f"{method}: {message['error']}: {message['message']}")
            else:
                return message["result"]

    def close(self) -> None:
        self._socket.close()
