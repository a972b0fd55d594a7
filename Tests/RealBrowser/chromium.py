"""A headless Chromium over its debugging protocol."""

import base64
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import time
import urllib.parse
import urllib.request

from websockets.sync.client import connect


class Chromium:
    """The browser, with one process for pages: the machine is small."""

    def __init__(self, *options):
        self.folder = tempfile.mkdtemp(prefix="browser")
        # Without its sandbox, which root cannot have: it loads nothing but the page under test.
        self.process = subprocess.Popen(
            ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--renderer-process-limit=1", "--no-first-run",
             "--disable-background-networking", "--disable-component-update", "--remote-allow-origins=*",
             f"--user-data-dir={self.folder}/profile", "--remote-debugging-port=0", *options, "about:blank"],
            env={**os.environ, "HOME": self.folder}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        port = pathlib.Path(self.folder, "profile", "DevToolsActivePort")
        for _ in range(300):
            if port.exists() and "\n" in port.read_text():
                break
            time.sleep(0.1)
        self.address = f"127.0.0.1:{port.read_text().splitlines()[0]}"

    def page(self, isWindow=False, **options):
        """A tab in front of the others, or a window, which is visible beside them."""
        if isWindow:
            with urllib.request.urlopen(f"http://{self.address}/json/version", timeout=30) as answer:
                whole = json.load(answer)["webSocketDebuggerUrl"]
            with connect(whole) as socket:
                socket.send(json.dumps({"id": 1, "method": "Target.createTarget", "params": {"url": "about:blank", "newWindow": True}}))
                target = json.loads(socket.recv(timeout=30))["result"]["targetId"]
            return Page(self, {"id": target, "webSocketDebuggerUrl": f"ws://{self.address}/devtools/page/{target}"}, **options)
        request = urllib.request.Request(f"http://{self.address}/json/new?about:blank", method="PUT")
        with urllib.request.urlopen(request, timeout=30) as answer:
            return Page(self, json.load(answer), **options)

    def close(self):
        self.process.terminate()
        self.process.wait(20)
        shutil.rmtree(self.folder, ignore_errors=True)


class Page:
    def __init__(self, browser, target, width=1280, height=800, dark=False, language="en-US", reduced=False):
        self.browser, self.target = browser, target["id"]
        self.socket = connect(target["webSocketDebuggerUrl"], max_size=None, max_queue=None, ping_interval=None)
        self.number = 0
        self.requests, self.troubles, self.frames, self.sent, self.trace = [], [], [], [], []
        self.is_traced = True
        for domain in ("Page", "Runtime", "Network", "Log", "Performance", "Accessibility"):
            self.call(f"{domain}.enable")
        # Nothing of an earlier test: choices and a token are kept by the browser.
        self.call("Page.addScriptToEvaluateOnNewDocument", source="try { if (!sessionStorage.tested) { localStorage.clear(); sessionStorage.clear(); sessionStorage.tested = 1; } } catch {}")
        agent = self.evaluate("navigator.userAgent")
        self.call("Network.setUserAgentOverride", userAgent=agent, acceptLanguage=language)
        self.call("Emulation.setLocaleOverride", locale=language)
        self.call("Emulation.setScrollbarsHidden", hidden=True)
        self.look(width, height, dark, reduced)

    def look(self, width, height, dark=False, reduced=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce" if reduced else "no-preference"}])

    def call(self, method, **parameters):
        self.number += 1
        number = self.number
        self.socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self.socket.recv(timeout=60))
            if message.get("id") == number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                return message["result"]
            self.event(message)

    def pump(self, seconds):
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            try:
                self.event(json.loads(self.socket.recv(timeout=left)))
            except TimeoutError:
                return

    def event(self, message):
        method, values = message.get("method"), message.get("params", {})
        if method == "Network.requestWillBeSent":
            self.requests.append(values["request"]["url"])
        elif method == "Network.webSocketCreated":
            self.requests.append(values["url"])
        elif method == "Network.webSocketFrameReceived":
            self.frames.append(values["response"]["payloadData"])
        elif method == "Network.webSocketFrameSent":
            self.sent.append(values["response"]["payloadData"])
        elif method == "Runtime.exceptionThrown":
            details = values["exceptionDetails"]
            self.troubles.append(details.get("exception", {}).get("description") or details["text"])
        elif method == "Runtime.consoleAPICalled" and values["type"] in ("error", "warning", "assert"):
            self.troubles.append(str([argument.get("value") for argument in values["args"]]))
        elif method == "Log.entryAdded" and values["entry"]["level"] in ("error", "warning"):
            self.troubles.append(f"{values['entry']['text']} {values['entry'].get('url', '')}")
        elif method == "Tracing.dataCollected":
            self.trace += values["value"]
        elif method == "Tracing.tracingComplete":
            self.is_traced = True

    def evaluate(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"].get("exception", {}).get("description"))
        return result["result"].get("value")

    def open(self, address):
        self.call("Page.bringToFront")  # A hidden page draws nothing.
        self.call("Page.navigate", url=address)
        self.wait("document.readyState === 'complete'")

    def wait(self, condition, seconds=20):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                if self.evaluate(condition):
                    return
            except RuntimeError:
                pass  # between two documents
            self.pump(0.05)
        raise AssertionError(f"not within {seconds} s: {condition}")

    def key(self, key, shift=False):
        codes = {"Tab": 9, "Enter": 13, " ": 32, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Home": 36, "End": 35}
        values = {"key": key, "code": "Space" if key == " " else key, "windowsVirtualKeyCode": codes[key], "modifiers": 8 if shift else 0}
        text = {"Enter": "\r", " ": " "}.get(key)
        self.call("Input.dispatchKeyEvent", type="keyDown", **values, **({"text": text} if text else {}))
        self.call("Input.dispatchKeyEvent", type="keyUp", **values)

    def click(self, selector):
        """With the mouse, where the element is: what is covered by something else is not clicked."""
        x, y = self.evaluate(f"""(() => {{ const e = document.querySelector({json.dumps(selector)}); e.scrollIntoView({{block: "center"}});
            const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; }})()""")
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def picture(self, name, whole=True):
        folder = os.environ.get("PAGE_SHOTS")
        if not folder:
            return
        pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
        data = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"]
        pathlib.Path(folder, f"{name}.png").write_bytes(base64.b64decode(data))

    def elsewhere(self, address):
        host = urllib.parse.urlsplit(address).netloc
        return [url for url in self.requests if urllib.parse.urlsplit(url).netloc not in ("", host)]

    def close(self):
        self.socket.close()
        urllib.request.urlopen(f"http://{self.browser.address}/json/close/{self.target}", timeout=30).close()
