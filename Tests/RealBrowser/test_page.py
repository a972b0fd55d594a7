"""The page against a running server: every view, values, time, faults, keyboard, and a calibration from the start to the result."""

import decimal
import json
import math
import os
import pathlib
import re
import shutil
import signal
import statistics
import subprocess
import tempfile
import time
import unittest

from chromium import Chromium
from daemon import COMPASS, Daemon, server

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parent.parent
CHECKS = (HERE / "checks.js").read_text()
STREAMS = (HERE / "streams.js").read_text()
LIVE = "document.querySelector('#link').dataset.state === 'live'"
SIZES = [(320, 640), (360, 740), (1280, 800), (3840, 2160)]

browser = None


def setUpModule():
    global browser
    browser = Chromium()


def tearDownModule():
    browser.close()


def rounded(value, digits):
    """As a browser rounds: halves away from zero."""
    return str(decimal.Decimal(value).quantize(decimal.Decimal(1).scaleb(-digits), decimal.ROUND_HALF_UP))


def number(value, digits):
    """As docs/protocol.md has it, rounded; with a real minus sign, and no negative zero."""
    text = rounded(value, digits)
    return (text[1:] if re.fullmatch(r"-[0.]+", text) else text).replace("-", "−")


def decimals(bound, most=2):
    return max(0, min(most, 1 - math.floor(math.log10(bound)))) if bound else min(1, most)


def bearing(value, bound):
    text = rounded(value, decimals(bound, 1))
    if float(text) >= 360:
        text = f"{0:.{decimals(bound, 1)}f}"
    whole, _, part = text.partition(".")
    return whole.zfill(3) + (f".{part}" if part else "") + "°"


def pm(bound, unit="°"):
    return f"±{number(bound, decimals(bound))}{unit}"


class PageTest(unittest.TestCase):
    def setUp(self):
        self.page = None

    def open(self, address=None, script=None, wait=LIVE, **options):
        if self.page:
            self.page.close()
        self.page = browser.page(**options)
        self.addCleanup(self.close)
        if script:
            self.page.call("Page.addScriptToEvaluateOnNewDocument", source=script)
        self.page.open(address or server.address)
        if wait:
            self.page.wait(wait)
        return self.page

    def close(self):
        if self.page:
            self.page.close()
        self.page = None

    def assert_once_within(self, limit, measure):
        """Measures until it is within a limit: a virtual machine adds to the time of a script (a loop of 1.4 ms took 13 ms in one of a hundred runs) and takes nothing away, so the least of several windows is the page's own."""
        least = min(measure(), measure())
        for _ in range(10):
            if least <= limit:
                break
            least = min(least, measure())
        self.assertLessEqual(least, limit)

    def tabs(self):
        return self.page.evaluate("[...document.querySelectorAll('[role=tab]')].map((tab) => tab.id.slice(4))")

    def check(self, *names):
        for name in names:
            self.assertEqual([], self.page.evaluate(f"{CHECKS}.{name}()"), f"{name} of {self.page.evaluate('location.href + innerWidth')}")

    def quiet(self, address=None):
        self.assertEqual([], self.page.troubles)
        self.assertEqual([], self.page.elsewhere(address or server.address))


class Views(PageTest):
    def look(self, name):
        self.page.pump(0.4)
        self.page.picture(name)
        self.check("width", "overlaps", "cut", "contrast", "names", "pictures", "targets")

    def test_every_view_at_every_size_in_both_themes_and_languages(self):
        for width, height in SIZES:
            for dark in (False, True):
                for language in ("en-US", "ko-KR"):
                    page = self.open(width=width, height=height, dark=dark, language=language)
                    self.assertEqual(page.evaluate("document.documentElement.lang"), language[:2])
                    page.pump(1)
                    tabs = self.tabs()
                    self.assertEqual(tabs, ["overview", "calibration"] if width >= 1000 else ["heading", "accuracy", "place", "sensors", "calibration"])
                    for tab in tabs:
                        page.click(f"#tab-{tab}")
                        with self.subTest(width=width, dark=dark, language=language, tab=tab):
                            self.look(f"{width}-{tab}-{'dark' if dark else 'light'}-{language[:2]}")
                    self.quiet()

    def test_the_token_leaves_the_address(self):
        self.open()
        self.assertEqual(self.page.evaluate("location.hash"), "")
        self.assertNotIn(server.token, self.page.evaluate("location.href"))

    def test_switches(self):
        page = self.open()
        page.click("#language")
        self.assertEqual(page.evaluate("document.documentElement.lang"), "ko")
        self.assertEqual([], page.evaluate("[...document.querySelectorAll('[data-t]')].filter((e) => !e.textContent).map((e) => e.dataset.t)"))
        page.click("#theme")
        page.click("#theme")
        self.assertEqual(page.evaluate("document.documentElement.dataset.theme"), "dark")
        self.check("contrast")
        page.open(server.reading)
        page.wait(LIVE)
        self.assertEqual(page.evaluate("document.documentElement.lang + document.documentElement.dataset.theme"), "kodark")

    def test_a_reader_without_token_is_told_what_to_do(self):
        page = self.open(server.reading)
        page.click("#tab-calibration")
        page.pump(2.5)
        self.assertIn("compass web", page.evaluate("document.querySelector('#calibration').innerText"))
        self.assertFalse(page.evaluate("document.querySelector('#cal-start').checkVisibility()"))
        self.assertFalse([line for line in page.sent if '"command"' in line and '"status"' not in line], "a command without the right to it")
        self.check("contrast", "overlaps")
        self.quiet()


class Values(PageTest):
    def test_values_equal_those_of_the_stream(self):
        page = self.open()
        compared = 0
        for _ in range(60):
            shown = page.evaluate("""({boot: document.documentElement.dataset.bootTime, digits: document.querySelector('#digits').textContent, which: document.querySelector('#which').textContent,
                values: Object.fromEntries([...document.querySelectorAll('[data-key]')].map((e) => [e.dataset.key, e.textContent])),
                terms: Object.fromEntries([...document.querySelectorAll('[data-term-value]')].map((e) => [e.dataset.termValue, e.textContent])),
                reasons: [...document.querySelectorAll('#reasons [data-reason]')].map((e) => e.dataset.reason), steer: document.querySelector('#steer').dataset.state})""")
            page.pump(0.1)
            found = [update for update in map(json.loads, page.frames) if "class" not in update and str(update["boot_time"]) == shown["boot"]]
            self.assertTrue(found, f"no update of {shown['boot']}")
            update, values = found[-1], shown["values"]
            if update["magnetic_heading"] is None:
                self.assertNotRegex(shown["digits"], r"\d")
                continue
            compared += 1
            north = "true" if update["true_heading"] is not None else "magnetic"
            bound = update["true_heading_accuracy"] if north == "true" else update["heading_accuracy"]
            self.assertEqual(shown["digits"], bearing(update[f"{north}_heading"], bound))
            self.assertEqual(shown["which"], north.capitalize())
            self.assertEqual(values["magnetic_heading"], f"{bearing(update['magnetic_heading'], update['heading_accuracy'])} {pm(update['heading_accuracy'])}")
            self.assertEqual(values["heading_accuracy_95"], pm(update["heading_accuracy_95"]))
            self.assertEqual(values["status"], update["status"])
            self.assertEqual(shown["steer"], update["steer"])
            self.assertEqual(shown["reasons"], update["reasons"])
            for key, unit, accuracy in (("pitch", "°", "pitch_accuracy"), ("roll", "°", "roll_accuracy"), ("altitude", " m", "vertical_accuracy"), ("climb_rate", " m/s", "climb_rate_accuracy")):
                if update[key] is None:
                    self.assertEqual(values[key], "–", key)
                else:
                    digits = decimals(update[accuracy])
                    self.assertEqual(values[key], f"{number(update[key], digits)} ±{number(update[accuracy], digits)}{unit}", key)
            for key, unit in (("field_strength", " µT"), ("inclination", "°")):
                self.assertEqual(values[key], number(update[key], 1) + unit)
            if update["latitude"] is not None:
                self.assertEqual(values["latitude"], f"{abs(update['latitude']):.5f}° {'N' if update['latitude'] >= 0 else 'S'}")
                self.assertEqual(values["longitude"], f"{abs(update['longitude']):.5f}° {'E' if update['longitude'] >= 0 else 'W'}")
            for term, text in shown["terms"].items():
                value = (update["error_terms"] or {}).get(term)
                self.assertEqual(text, "–" if value is None else number(value, decimals(update["heading_accuracy"])) + "°", term)
        self.assertGreater(compared, 20)
        self.assertLessEqual(len(page.frames), 60 * 15, "more than ten updates a second were asked for")
        self.quiet()

    def test_sensors_are_those_of_the_status(self):
        page = self.open()
        page.wait("document.querySelectorAll('#sensor-rows tr').length > 0 && document.querySelector('#service').children.length > 0")
        page.pump(2.5)
        shown = page.evaluate("Object.fromEntries([...document.querySelectorAll('#sensor-rows tr')].map((e) => [e.dataset.sensor, [...e.children].map((c) => c.textContent)]))")
        statuses = [message for message in map(json.loads, page.frames) if message.get("class") == "status"]
        counts = {sensor["sensor"]: set() for sensor in statuses[-1]["sensors"]}
        for status in statuses[-2:]:
            for sensor in status["sensors"]:
                counts[sensor["sensor"]].add(str(sensor["count"]))
        self.assertEqual(set(shown), set(counts))
        for name, cells in shown.items():
            self.assertIn(cells[5], counts[name])

    def test_history_is_drawn(self):
        page = self.open()
        page.wait("performance.getEntriesByType('resource').some((e) => e.name.includes('history-worker'))")
        page.pump(2)
        self.assertRegex(page.evaluate("document.querySelector('#model-strength').textContent"), r"\d+\.\d µT")
        self.assertRegex(page.evaluate("document.querySelector('#strength').getAttribute('aria-label')"), r"\d")


class Reasons(PageTest):
    def test_every_reason_has_words_in_both_languages(self):
        page = self.open()
        names = set()
        for file in ("HeadingSensing/Reasons+Names.swift", "HeadingCalibration/Results/CalibrationReasons.swift"):
            text = (ROOT / "Sources" / file).read_text()
            found = set(re.findall(r'\(\s*\.\w+,\s*"(\w+)"', text))
            self.assertGreater(len(found), 15)
            kind = "calibrationReasonText" if "Calibration" in file else "reasonText"
            missing = page.evaluate(f"""import("/reasons.js").then((m) => {json.dumps(sorted(found))}.filter((name) => !m.{kind}(name, "en").advice || !/[가-힣]/.test(m.{kind}(name, "ko").advice) || !/[가-힣]/.test(m.{kind}(name, "ko").title)))""")
            self.assertEqual([], missing)
            names |= found
        withheld = re.findall(r"`((?:place|heading|authorization)_\w+)`", (ROOT / "docs/protocol.md").read_text())
        known = [name for name in withheld if name.startswith(("place_w", "place_r", "authorization_", "heading_withheld"))]
        self.assertEqual([], page.evaluate(f"""import("/reasons.js").then((m) => {json.dumps(sorted(set(known)))}.filter((name) => !m.reasonText(name, "ko").advice))"""))


UPDATE = {
    "time": "2026-11-28T20:36:32.859Z", "boot_time": 100.0, "magnetic_heading": 25.127, "true_heading": 37.9464, "heading_accuracy": 3.44, "heading_accuracy_95": 6.741,
    "true_heading_accuracy": 3.422, "error_terms": {"noise": 3.4, "gyroscope_hold": 0, "calibration": 0.3, "disturbance": 0, "local_field": 0, "tilt": 0, "declination": None},
    "heading_axis": "+y", "declination": 12.8195, "pitch": 8.0, "roll": -5.3, "pitch_accuracy": 0.8, "roll_accuracy": 0.8, "field_strength": 47.5, "inclination": 60.9,
    "latitude": 37.7749, "longitude": -122.4194, "altitude": 53.4, "horizontal_accuracy": 2.4, "vertical_accuracy": 3.9, "speed": 0.03, "course": None, "status": "valid",
    "reasons": [], "steer": "ok", "coast_left": None, "simulated": False, "latency": 0.008}
DIGITS = "document.querySelector('#digits').textContent"


class Faults(PageTest):
    """Lines that the test makes, in place of the server's."""

    def begin(self, **options):
        page = self.open(server.reading, script=STREAMS, wait="window.asked?.length > 0", **options)
        self.clock = 1e6
        return page

    def feed(self, line=None, **values):
        if line is None:
            self.clock += 0.1
            line = {**UPDATE, "boot_time": self.clock, **values}
        self.page.evaluate(f"window.feed({json.dumps(line)})")

    def test_an_unknown_heading_is_no_number(self):
        page = self.begin()
        self.feed()
        self.assertEqual(page.evaluate(DIGITS), "037.9°")
        self.feed(true_heading=None, true_heading_accuracy=None, reasons=["position_unknown"])
        self.assertEqual(page.evaluate(DIGITS), "025.1°")
        self.assertIn("Magnetic", page.evaluate("document.querySelector('#readout').innerText"))
        self.assertTrue(page.evaluate("document.querySelector('#heading-note').checkVisibility()"))
        for heading in (None, "12", [12], {}, "NaN"):
            self.feed(magnetic_heading=heading, true_heading=heading, status="invalid", steer="stop", reasons=["magnetometer_missing", "of_a_later_version"])
            text = page.evaluate("document.querySelector('#p-heading .rose').innerText + document.querySelector('[data-key=true_heading]').textContent + document.querySelector('[data-key=magnetic_heading]').textContent")
            self.assertNotRegex(text, r"\d")
            self.assertIn("NO HEADING", text)
        reasons = page.evaluate("document.querySelector('#reasons').innerText")
        self.assertIn("No magnetometer", reasons)
        self.assertIn("of a later version", reasons)
        self.assertIn("DO NOT STEER", page.evaluate("document.querySelector('#p-steer').innerText"))
        self.check("contrast", "overlaps")
        page.picture("fault-no-heading-light")
        self.quiet()

    def test_null_everywhere(self):
        page = self.begin(dark=True)
        self.feed(**{key: None for key in UPDATE if key not in ("status", "steer", "reasons", "boot_time")}, status="invalid", steer="stop", reasons=["starting"])
        self.feed({"boot_time": None})
        self.feed({})
        page.pump(0.5)
        self.assertEqual([], page.evaluate("[...document.querySelectorAll('[data-key]')].filter((e) => /\\d|null|undefined|NaN/.test(e.textContent)).map((e) => e.dataset.key + e.textContent)"))
        self.check("contrast", "overlaps", "pictures")
        page.picture("fault-null-dark")
        self.quiet()

    def test_unknown_classes_and_damage_are_ignored(self):
        page = self.begin()
        self.feed()
        for line in ("", "{", "null", "[]", "12", '"x"', '{"class":"tomorrow","heading":1}', '{"class":null}', '{"class":"sample"}', '{"class":"sample","sensor":"magnetometer","values":[1]}',
                     '{"class":"calibration_progress"}', '{"class":"status","sensors":7}', '{"class":"failure","command":"start_calibration","reason":"?"}', '{"class":"missed","count":421}', '{"class":"notice"}'):
            self.feed(line)
        self.feed(error_terms={"noise": "x"}, reasons="starting", sources=None)
        self.feed(error_terms=[], reasons=None, status=7, steer=[], heading_accuracy=-1)
        self.feed()
        self.assertEqual(page.evaluate(DIGITS), "037.9°")
        self.quiet()

    def test_text_is_never_markup(self):
        page = self.begin()
        evil = "<img src=x onerror=alert(1)><b id=evil>bold</b>"
        before = page.evaluate("document.querySelectorAll('img, b, script').length")
        self.feed(reasons=[evil], status=evil, steer=evil, heading_source=evil, heading_axis=evil, time=evil)
        self.feed({"class": "notice", "message": evil, "severity": evil, "sensor": evil})
        page.pump(0.3)
        self.assertIsNone(page.evaluate("document.querySelector('#evil')"))
        self.assertEqual(page.evaluate("document.querySelectorAll('img, b, script').length"), before)
        self.assertIn("onerror", page.evaluate("document.querySelector('#events').textContent"))
        self.quiet()

    def test_old_values_are_grey_at_once_and_the_heading_is_gone(self):
        page = self.begin()
        self.feed()
        self.assertFalse(page.evaluate("document.body.classList.contains('stale')"))
        page.pump(1.0)
        self.feed({**UPDATE, "boot_time": self.clock, "steer": "stop", "reasons": ["late"]})  # repeats the last one: no newer
        page.wait("document.body.classList.contains('stale')", 0.9)
        self.assertEqual(page.evaluate(DIGITS), "NO DATA")
        self.assertTrue(page.evaluate("document.querySelector('#banner').checkVisibility()"))
        self.assertEqual(page.evaluate("document.querySelector('#steer').dataset.state"), "unknown")
        page.pump(0.3)
        self.check("contrast")
        page.picture("fault-stale-light")
        self.feed()
        self.assertFalse(page.evaluate("document.body.classList.contains('stale')"))
        self.assertEqual(page.evaluate(DIGITS), "037.9°")
        self.quiet()

    def test_it_connects_again_after_longer_and_longer_waits(self):
        page = self.begin()
        self.feed()
        times = []
        for round in range(4):
            sockets = page.evaluate("window.sockets")
            # A server that ends each connection before it greets: the wait doubles.
            page.evaluate("window.hangUp()")
            self.assertEqual(page.evaluate(DIGITS), "NO DATA")
            began = time.monotonic()
            page.wait(f"window.sockets > {sockets}", 12)
            times.append(time.monotonic() - began)
            page.evaluate("0")
        self.assertLess(times[0], 1.5)
        page.wait("window.asked.length > 0")
        self.feed()
        self.assertEqual(page.evaluate(DIGITS), "037.9°")

    def test_a_refusal_is_shown(self):
        page = self.begin()
        self.feed({"class": "error", "code": "access", "reason": "you may not connect"})
        page.evaluate("window.hangUp()")
        self.assertIn("you may not connect", page.evaluate("document.querySelector('#banner').textContent"))

    def test_coasting_counts_down(self):
        page = self.begin(width=360, height=740, dark=True)
        self.feed(status="coasting", steer="coast", coast_left=7.4, reasons=["disturbed", "gyroscope_hold"])
        self.assertIn("7.4 s", page.evaluate("document.querySelector('#steer').innerText"))
        page.pump(0.3)
        page.picture("fault-coast-phone-dark", whole=False)
        self.check("contrast", "width")

    def test_the_relative_heading_says_so(self):
        page = self.begin()
        self.feed(true_heading=None, reasons=["relative_heading"])
        self.assertIn("not to north", page.evaluate("document.querySelector('#heading-note').textContent"))


class Access(PageTest):
    def test_everything_is_reached_by_the_keyboard_and_seen(self):
        for width, height in ((1280, 800), (360, 740)):
            page = self.open(width=width, height=height)
            for tab in range(len(self.tabs())):
                wanted = set(page.evaluate("""[...document.querySelectorAll('button, select, input, [tabindex="0"]')].filter((e) => e.checkVisibility() && e.tabIndex >= 0 && !e.disabled
                    && !(e.type === 'radio' && !e.checked)).map((e, i) => e.dataset.probe = String(i))"""))
                page.evaluate("document.activeElement.blur()")
                reached = set()
                for _ in range(len(wanted) + 12):
                    page.key("Tab")
                    state = page.evaluate("""(() => { const e = document.activeElement, s = getComputedStyle(e.type === 'radio' ? e.parentElement : e);
                        return [e.dataset.probe ?? null, s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) >= 2, e.id || e.tagName]; })()""")
                    if state[0] is not None:
                        reached.add(state[0])
                        self.assertTrue(state[1], f"the focus on {state[2]} is not seen")
                self.assertEqual(wanted - reached, set())
                page.evaluate("document.querySelectorAll('[data-probe]').forEach((e) => delete e.dataset.probe)")
                page.evaluate("document.querySelector('[role=tab][aria-selected=true]').focus()")
                page.key("ArrowRight")
                self.assertEqual(page.evaluate("document.activeElement.getAttribute('aria-selected')"), "true")

    def test_names_in_the_tree_of_accessibility(self):
        page = self.open()
        for tab in self.tabs():
            page.click(f"#tab-{tab}")
            page.pump(0.5)
            nodes = page.call("Accessibility.getFullAXTree")["nodes"]
            for node in nodes:
                role = node.get("role", {}).get("value")
                if not node.get("ignored") and role in ("button", "combobox", "slider", "tab", "radio", "checkbox", "image", "img", "spinbutton", "listbox"):
                    self.assertTrue(node.get("name", {}).get("value"), f"a {role} without a name")

    def test_the_heading_is_spoken_at_most_once_in_five_seconds(self):
        page = self.open()
        page.evaluate("window.spoken = []; new MutationObserver(() => spoken.push(performance.now())).observe(document.querySelector('#spoken'), {childList: true, characterData: true, subtree: true})")
        page.pump(13)
        times = page.evaluate("spoken")
        self.assertGreaterEqual(len(times), 1)
        self.assertTrue(all(b - a >= 4990 for a, b in zip(times, times[1:])), times)
        self.assertRegex(page.evaluate("document.querySelector('#rose').getAttribute('aria-label')"), "(?i)heading")

    def test_reduced_motion(self):
        page = self.open(reduced=True)
        page.click("#tab-calibration")
        self.assertFalse(page.evaluate("document.querySelector('.cal input[type=checkbox]').checked"))
        self.assertEqual([], page.evaluate("document.getAnimations().map(String)"))


class Time(PageTest):
    def test_script_of_a_frame(self):
        for width, height, tab in ((1280, 800, "overview"), (360, 740, "heading"), (3840, 2160, "overview")):
            page = self.open(width=width, height=height)
            page.click(f"#tab-{tab}")
            if width > 999:
                page.evaluate("document.querySelector('#span').value = '3600'; document.querySelector('#span').dispatchEvent(new Event('change'))")
            page.pump(4)
            self.assert_once_within(4, lambda: self.late(page, f"{width} {tab}"))

    def late(self, page, name):
        """What 99 % of the frames take at most, ms, in ten seconds."""
        page.trace, page.is_traced = [], False
        page.call("Tracing.start", traceConfig={"includedCategories": ["devtools.timeline", "v8.execute"]}, transferMode="ReportEvents")
        before = {metric["name"]: metric["value"] for metric in page.call("Performance.getMetrics")["metrics"]}
        page.pump(10)
        after = {metric["name"]: metric["value"] for metric in page.call("Performance.getMetrics")["metrics"]}
        page.call("Tracing.end")
        while not page.is_traced:
            page.pump(0.1)
        main = {(event["pid"], event["tid"]) for event in page.trace if event["name"] == "FireAnimationFrame"}
        self.assertEqual(len(main), 1, "drawn by one thread")
        # Calls from outside into scripts: drawing, messages and timers. Time of the thread, since the machine has other work.
        calls = sorted((event["ts"], event.get("tdur", event["dur"]), event["dur"]) for event in page.trace
                       if event.get("ph") == "X" and event["name"] in ("FunctionCall", "v8.callFunction", "FireAnimationFrame") and (event["pid"], event["tid"]) in main)
        frames, end = {}, 0
        for start, spent, lasted in calls:
            if start < end:
                continue  # inside the call before
            end = start + lasted
            frames[start // 16667] = frames.get(start // 16667, 0) + spent / 1000
        spent = sorted(frames.values())
        share = (after["ScriptDuration"] - before["ScriptDuration"]) / 10
        print(f"\n  {name}: {len(spent)} frames with script, median {statistics.median(spent):.2f} ms, 99 % {spent[int(len(spent) * 0.99)]:.2f} ms, most {spent[-1]:.2f} ms; {share:.1%} of the time")
        self.assertGreater(len(spent), 50)
        # No more drawing than there are updates: ten a second, and the plots once a second, one a frame.
        drawn = sum(1 for event in page.trace if event["name"] == "FireAnimationFrame" and event.get("ph") == "X")
        self.assertLess(drawn, 10 * 22)
        return spent[int(len(spent) * 0.99)]


class Restart(PageTest):
    def test_the_daemon_restarts_under_the_page(self):
        for number in (signal.SIGTERM, signal.SIGKILL):
            page = self.open()
            sockets = len([url for url in page.requests if url.startswith("ws")])
            server.end(number)
            page.wait("document.body.classList.contains('stale')", 15)
            self.assertEqual(page.evaluate(DIGITS), "NO DATA")
            self.assertEqual(page.evaluate("document.querySelector('#steer').dataset.state"), "unknown")
            self.assertTrue(page.evaluate("document.querySelector('#banner').checkVisibility()"))
            page.picture("restart")
            server.start()
            page.wait(LIVE, 40)
            self.assertFalse(page.evaluate("document.body.classList.contains('stale')"))
            page.wait(f"/\\d/.test({DIGITS})", 30)
            self.assertGreater(len([url for url in page.requests if url.startswith("ws")]), sockets)
            # The new daemon has another token: the page shows, and may no longer calibrate.
            page.click("#tab-calibration")
            page.pump(0.5)
            self.assertFalse(page.evaluate("document.querySelector('#cal-start').checkVisibility()"))
            # What the browser itself says of a connection that is not accepted is no error of the page.
            self.assertEqual([], [trouble for trouble in page.troubles if "WebSocket connection" not in trouble and "Failed to load resource" not in trouble])


class Many(PageTest):
    def test_twenty_pages_at_once_and_what_each_costs_the_daemon(self):
        """Each in a window of its own, so that all are visible and read ten updates a second."""
        time.sleep(1)  # the pages of the tests before are gone
        idle = self.share()
        pages = []
        for _ in range(20):
            pages.append(browser.page(isWindow=True, width=360, height=740))
            self.addCleanup(pages[-1].close)
            pages[-1].open(server.address)
        for page in pages:
            page.wait(LIVE, 60)
        shares = self.share(pages)
        each = (shares - idle) / len(pages)
        rates = [len(page.frames) / 20 for page in pages]
        print(f"\n  the daemon takes {idle:.1%} of a core, {shares:.1%} with 20 pages: {each:.2%} a page, at {min(rates):.1f} to {max(rates):.1f} lines a second")
        self.assertLessEqual(each, 0.02)
        self.assertGreater(min(rates), 8, "a page reads less than ten updates a second")
        for page in pages:
            self.assertEqual([], page.troubles)
            self.assertTrue(page.evaluate(LIVE))

    def share(self, pages=()):
        """Share of a core that the daemon takes in 20 s."""
        for page in pages:
            page.pump(0.01)
            page.frames.clear()
        began, spent = time.monotonic(), server.spent
        while time.monotonic() < began + 20:
            for page in pages:
                page.pump(0.01)
            if not pages:
                time.sleep(0.5)
        return (server.spent - spent) / (time.monotonic() - began)


class Phone(unittest.TestCase):
    """A phone that reads the QR code of `compass web --phone`."""

    def test_the_code_opens_the_page_once(self):
        protected = Daemon(protected=True)
        self.addCleanup(protected.close)
        shown = subprocess.run([COMPASS, "web", "--phone", "--socket", str(protected.path)], capture_output=True, text=True, timeout=40, check=True).stdout.splitlines()
        read = self.read(shown[:-2])
        self.assertEqual(read, shown[-2])
        self.assertRegex(read, f"^https://.*:{protected.port}/#code=")
        self.assertNotIn(protected.token, "".join(shown))
        phone = Chromium("--ignore-certificate-errors")
        self.addCleanup(phone.close)
        page = phone.page(width=390, height=844)
        page.open(read)
        page.wait(LIVE)
        self.assertNotIn("code", page.evaluate("location.href"))
        page.click("#tab-calibration")
        page.wait("document.querySelector('#cal-start').checkVisibility()")
        # The same phone may load the page again; another one may not open it with the same code.
        page.open(read.split("#")[0])
        page.wait(LIVE)
        other = phone.page(width=390, height=844)
        other.open(read)
        other.wait("/used already/.test(document.querySelector('#banner').textContent)")
        self.assertEqual("–", other.evaluate("document.querySelector('[data-key=pitch]').textContent"))

    def read(self, lines):
        """The text of the picture, as a camera reads it."""
        rows = []
        for line in lines:
            rows += [[character in "█" + half for character in line] for half in ("▀", "▄")]
        side, scale, edge = max(map(len, rows)), 8, 4
        white = [True] * (side + 2 * edge)
        rows = [white] * edge + [[True] * edge + row + [True] * (side - len(row) + edge) for row in rows] + [white] * edge
        with tempfile.TemporaryDirectory() as folder:
            picture = pathlib.Path(folder, "qr.pgm")
            picture.write_bytes(b"P5 %d %d 255\n" % (len(white) * scale, len(rows) * scale)
                                + b"".join(bytes(255 * dot for dot in row for _ in range(scale)) * scale for row in rows))
            return subprocess.run(["zbarimg", "--quiet", "--raw", str(picture)], capture_output=True, text=True, check=True).stdout.strip()


class Calibrations(PageTest):
    def test_a_whole_calibration_in_the_browser(self):
        page = self.open()
        page.click("#tab-calibration")
        page.wait("document.querySelector('#before-after').checkVisibility()")
        page.click("#cal-start")
        page.wait("document.querySelector('#cal-cancel').checkVisibility()")
        cells = [int(page.evaluate("document.querySelector('#cells').textContent").split(" ")[0])]
        page.pump(5)
        page.picture("calibration-begun")
        cells.append(int(page.evaluate("document.querySelector('#cells').textContent").split(" ")[0]))
        page.wait("!document.querySelector('#cal-finish').disabled", 90)
        page.pump(12)
        cells.append(int(page.evaluate("document.querySelector('#cells').textContent").split(" ")[0]))
        self.assertTrue(cells[0] < cells[1] < cells[2], cells)
        progress = [message for message in map(json.loads, page.frames) if message.get("class") == "calibration_progress"]
        self.assertAlmostEqual(cells[2] / 64, progress[-1]["coverage"], delta=0.12)
        shown = page.evaluate("document.querySelector('#next').textContent").lower()
        self.assertTrue(any(message["next"].lower() == shown or message["complete"] for message in progress[-2:]), shown)
        self.check("contrast", "overlaps", "width", "names", "pictures")
        page.picture("calibration-running")
        errors = [message["predicted_heading_error"]["tilt20"] for message in progress if message["predicted_heading_error"]]
        self.assertGreater(len(errors), 3)

        page.click("#cal-finish")
        page.wait("document.querySelector('#cal-start').checkVisibility() || document.querySelector('#cal-force').checkVisibility()")
        if page.evaluate("document.querySelector('#cal-force').checkVisibility()"):
            self.assertIn("Refused", page.evaluate("document.querySelector('[role=status].result').textContent"))
            page.wait("!document.querySelector('#cal-force').disabled")
            page.click("#cal-force")
            page.wait("document.querySelector('#cal-start').checkVisibility()")
        kept = [message for message in map(json.loads, page.frames) if message.get("class") == "calibration" and "revision" in message]
        table = page.evaluate("[...document.querySelectorAll('#before-after tr')].map((row) => [...row.children].map((cell) => cell.textContent))")
        self.assertEqual(table[0][1:], ["Before", "After"])
        self.assertEqual(table[1][2], pm(kept[-1]["heading_error"]))
        self.assertEqual(table[4][2], str(kept[-1]["revision"]))
        self.assertEqual(page.evaluate("document.querySelectorAll('#card > div').length"), 24)
        page.pump(0.5)
        self.check("contrast", "overlaps", "width")
        page.picture("calibration-kept")

        page.click("#cal-rollback")
        page.wait("/before is in force|Refused/.test(document.querySelector('[role=status].result').textContent)")
        page.picture("calibration-rolled-back")
        self.quiet()

    def test_start_turn_and_discard_by_the_keyboard(self):
        page = self.open(width=360, height=740, language="ko-KR")
        page.evaluate("document.querySelector('#tab-calibration').focus()")
        page.key("Enter")
        page.wait("document.querySelector('#cal-start').checkVisibility()")
        page.evaluate("document.querySelector('#cal-start').focus()")
        page.key("Enter")
        page.wait("document.querySelector('#cal-cancel').checkVisibility() && !document.querySelector('#cal-cancel').disabled")
        page.pump(3)
        self.assertIn("samples", page.sent[-1] if "contents" in page.sent[-1] else "".join(page.sent))
        page.evaluate("document.querySelector('#sphere').focus()")
        before = page.evaluate("document.querySelector('#sphere').toDataURL()")
        for _ in range(10):
            page.key("ArrowRight")
        page.pump(0.2)
        self.assertNotEqual(before, page.evaluate("document.querySelector('#sphere').toDataURL()"))
        self.check("contrast", "overlaps", "width", "cut")
        page.picture("calibration-phone", whole=False)
        page.evaluate("document.querySelector('#cal-cancel').focus()")
        page.key("Enter")
        page.wait("document.querySelector('#cal-start').checkVisibility()")
        self.assertIn("버렸습니다", page.evaluate("document.querySelector('#calibration').innerText"))
        asked = [json.loads(line) for line in page.sent if '"contents"' in line]
        self.assertEqual(asked[-1]["contents"], ["updates", "notices"], "samples are no longer read")
        self.quiet()

    def test_the_accelerometer_on_six_sides_and_the_gyroscope_at_rest(self):
        """The whole way in the browser, with a hat that is laid on each of its sides."""
        other = Daemon("six-poses")
        self.addCleanup(other.close)
        page = browser.page(width=390, height=844)
        self.addCleanup(page.close)
        page.open(other.address)
        page.wait(LIVE)
        page.click("#tab-calibration")

        def choose(method):
            page.evaluate(f"document.querySelector('#method').value = '{method}'; document.querySelector('#method').dispatchEvent(new Event('change'))")
            page.click("#cal-start")
            page.wait("document.querySelector('#cal-cancel').checkVisibility()")

        choose("sides")
        page.wait("document.querySelectorAll('#sides .done').length >= 2", 60)
        self.assertEqual(6, page.evaluate("document.querySelectorAll('#sides li').length"))
        self.assertFalse(page.evaluate("document.querySelector('#sphere').checkVisibility()"))
        self.assertTrue(page.evaluate("document.querySelector('#cal-finish').disabled"))
        page.picture("calibration-sides")
        page.wait("!document.querySelector('#cal-finish').disabled", 120)
        progress = [message for message in map(json.loads, page.frames) if message.get("class") == "rest_progress"]
        self.assertEqual(6, len(progress[-1]["taken"]))
        page.click("#cal-finish")
        page.wait("document.querySelector('#cal-start').checkVisibility()")
        table = page.evaluate("[...document.querySelectorAll('#before-after tr')].map((row) => [...row.children].map((cell) => cell.textContent))")
        kept = [message for message in map(json.loads, page.frames) if message.get("class") == "calibration" and "accelerometer_bias" in message][-1]
        self.assertEqual(", ".join(number(value, 3) for value in kept["accelerometer_bias"]) + " m/s²", table[5][-1])

        choose("rest")
        # The hat is turned over meanwhile: it begins anew, and says so.
        page.wait("/began anew/.test(document.querySelector('.result.bad').textContent)", 60)
        self.assertFalse(page.evaluate("document.querySelector('#sides').checkVisibility()"))
        page.picture("calibration-rest")
        page.click("#cal-cancel")
        page.wait("document.querySelector('#cal-start').checkVisibility()")
        self.assertEqual([], page.troubles)

    def test_a_refused_start_is_explained(self):
        page = self.open()
        page.click("#tab-calibration")
        other = browser.page()
        self.addCleanup(other.close)
        other.open(server.address)
        other.wait(LIVE)
        other.click("#tab-calibration")
        other.click("#cal-start")
        other.wait("document.querySelector('#cal-cancel').checkVisibility()")
        page.wait("document.querySelector('#cal-start').checkVisibility()")
        page.click("#cal-start")
        page.wait("/Refused/.test(document.querySelector('[role=status].result').textContent)")
        other.click("#cal-cancel")
        other.wait("document.querySelector('#cal-start').checkVisibility()")

    def test_script_of_a_frame_while_calibrating(self):
        page = self.open()
        page.click("#tab-calibration")
        page.click("#cal-start")
        page.wait("document.querySelector('#cal-cancel').checkVisibility()")
        page.pump(3)

        def late():
            page.trace, page.is_traced = [], False
            page.call("Tracing.start", traceConfig={"includedCategories": ["devtools.timeline", "v8.execute"]}, transferMode="ReportEvents")
            page.pump(4)
            page.call("Tracing.end")
            while not page.is_traced:
                page.pump(0.1)
            spent = sorted(event.get("tdur", event["dur"]) / 1000 for event in page.trace if event["name"] == "FireAnimationFrame" and event.get("ph") == "X")
            print(f"\n  calibrating: {len(spent)} frames drawn, median {statistics.median(spent):.2f} ms, 99 % {spent[int(len(spent) * 0.99)]:.2f} ms")
            self.assertGreater(len(spent), 100)
            return spent[int(len(spent) * 0.99)]

        self.assert_once_within(4, late)
        page.click("#cal-cancel")
        page.wait("document.querySelector('#cal-start').checkVisibility()")


class Recordings(PageTest):
    """`compass view` of a simulated drive, with another calibration beside the recorded one."""

    READY = "document.querySelector('#link').dataset.state === 'recording' && document.querySelectorAll('#compare tr').length > 1"

    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="view-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        recording, profile = cls.folder / "drive.csv", cls.folder / "other.json"
        subprocess.run([COMPASS, "record", recording, "--simulate", "--scenario", "drive", "--seconds", "20"], check=True, stderr=subprocess.DEVNULL, timeout=60)
        # Iron of 15 µT that is not there: another heading, and a disturbed field.
        profile.write_text(json.dumps({"version": 1, "sensor": {"name": "other"}, "hard_iron": [15, 0, 0], "soft_iron": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]}))
        cls.process = subprocess.Popen([COMPASS, "view", recording, "--calibrated", "--profile", profile, "--print"], stdout=subprocess.PIPE, text=True)
        cls.addClassCleanup(cls.end)
        cls.address = cls.process.stdout.readline().strip()
        cls.token = cls.address.partition("#token=")[2]

    @classmethod
    def end(cls):
        cls.process.send_signal(signal.SIGINT)
        assert cls.process.wait(10) == 0
        cls.process.stdout.close()

    def test_every_view(self):
        for width, height in SIZES:
            for dark, language in ((False, "en-US"), (True, "ko-KR")):
                page = self.open(self.address, wait=self.READY, width=width, height=height, dark=dark, language=language)
                for tab in self.tabs() or ["overview"]:
                    if width < 1000:
                        page.click(f"#tab-{tab}")
                    page.pump(0.5)
                    page.picture(f"recording-{width}-{tab}-{'dark' if dark else 'light'}")
                    with self.subTest(width=width, dark=dark, tab=tab):
                        self.check("width", "overlaps", "cut", "contrast", "names", "pictures")
                self.quiet(self.address)
                self.assertFalse([url for url in page.requests if url.endswith("/stream")], "a recording has no stream")

    def test_the_slider(self):
        page = self.open(self.address, wait=self.READY)
        read = "[document.querySelector('#time-text').textContent, document.querySelector('#digits').textContent, document.querySelector('#compare').innerText]"
        history = page.evaluate(f"fetch('/history', {{headers: {{'X-Headingd-Token': '{self.token}'}}}}).then((answer) => answer.json())")
        self.assertEqual([series["name"] for series in history["series"]], ["SIMULATED recorded", "SIMULATED other.json"])
        page.evaluate("document.querySelector('#time').focus()")
        page.key("Home")
        for _ in range(50):
            page.key("ArrowRight")
        first = page.evaluate(read)
        self.assertTrue(first[0].startswith("0:05 "), first[0])
        for index, series in enumerate(history["series"]):
            start = series["rows"][0][0]
            values = dict(zip(series["columns"], next(row for row in reversed(series["rows"]) if row[0] <= start + 5.0 + 1e-6)))
            row = page.evaluate(f"[...document.querySelectorAll('#compare tr')[{index}].children].map((cell) => cell.textContent)")
            self.assertEqual(row[:4], [series["name"], bearing(values["magnetic_heading"], values["heading_accuracy"]), bearing(values["true_heading"], values["heading_accuracy"]), pm(values["heading_accuracy"])])
        page.click("#play")
        page.pump(1.5)
        page.click("#play")
        self.assertNotEqual(first, page.evaluate(read))
        self.assertIn("Field disturbed", page.evaluate("document.querySelector('#lanes').getAttribute('aria-label')"))
        self.quiet(self.address)


class Files(unittest.TestCase):
    def test_sizes_and_rules(self):
        files = list((ROOT / "Sources/CPage/page").iterdir())
        self.assertLess(sum(file.stat().st_size for file in files), 300_000)
        for file in files:
            text = file.read_text()
            self.assertNotRegex(text, r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function")
            self.assertEqual([], [url for url in re.findall(r"https?://[\w.]+", text) if "www.w3.org" not in url], file.name)
        page = (ROOT / "Sources/CPage/page/index.html").read_text()
        self.assertNotRegex(page, r"\sstyle=|\son\w+=|<script(?![^>]*src=)")
