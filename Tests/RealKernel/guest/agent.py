#!/usr/bin/env python3
"""Runs commands inside the guest for the test driver on the host.

One TCP connection is one command. The client sends one line of JSON, {"argv": [...]}; the answer
is lines of JSON: {"out": text} and {"err": text} as they come, at last {"exit": status}. Closing
the connection ends the command and all that it started.
"""
import json
import os
import selectors
import signal
import socket
import subprocess
import threading

PORT = 2222


def serve(connection):
    with connection, connection.makefile("rb") as lines:
        request = lines.readline()
        if not request:
            return

        def send(**message):
            connection.sendall(json.dumps(message).encode() + b"\n")

        try:
            child = subprocess.Popen(
                json.loads(request)["argv"], stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
        except OSError as error:
            send(err=str(error))
            send(exit=127)
            return
        try:
            relay(connection, child, send)
            send(exit=child.wait())
        except OSError:
            pass  # the client has gone; what it started is ended below
        finally:
            end(child)


def relay(connection, child, send):
    """Passes the child's output on until both its ends are closed."""
    with selectors.DefaultSelector() as selector:
        selector.register(child.stdout, selectors.EVENT_READ, "out")
        selector.register(child.stderr, selectors.EVENT_READ, "err")
        selector.register(connection, selectors.EVENT_READ, None)
        open_ends = 2
        while open_ends:
            for key, _ in selector.select():
                data = os.read(key.fd, 65536)
                if key.data is None:
                    raise ConnectionError("the client closed the connection")
                if data:
                    send(**{key.data: data.decode(errors="replace")})
                else:
                    selector.unregister(key.fileobj)
                    open_ends -= 1


def end(child):
    """Ends the child and what it started: asked to, so that it can leave the kernel tidy, or not."""
    for wish, patience in ((signal.SIGTERM, 3), (signal.SIGKILL, None)):
        try:
            os.killpg(child.pid, wish)
        except ProcessLookupError:
            pass
        try:
            child.wait(patience)
        except subprocess.TimeoutExpired:
            continue
        if wish == signal.SIGTERM and not group_lives(child.pid):
            return


def group_lives(group):
    try:
        os.killpg(group, 0)
        return True
    except ProcessLookupError:
        return False


def main():
    listener = socket.create_server(("0.0.0.0", PORT), backlog=16)
    while True:
        connection, _ = listener.accept()
        threading.Thread(target=serve, args=(connection,), daemon=True).start()


main()
