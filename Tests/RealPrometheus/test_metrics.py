"""headingd's metrics, scraped by a real Prometheus; every query of the dashboard has an answer."""

import json
import os
import pathlib
import shutil
import socket
import subprocess
import tempfile
import time
import unittest
import urllib.error
import urllib.parse
import urllib.request

from prometheus_client.openmetrics.parser import text_string_to_metric_families as open_metrics
from prometheus_client.parser import text_string_to_metric_families as text_format

ROOT = pathlib.Path(__file__).parent.parent.parent
DASHBOARD = json.loads((ROOT / "packaging/grafana/headingd.json").read_text())
PATIENCE = 40.0  # s, the longest wait
OPEN = "application/openmetrics-text"


def until(condition, text, seconds=PATIENCE):
    """Waits until a condition has a true value, and returns it."""
    end = time.monotonic() + seconds
    while True:
        try:
            if value := condition():
                return value
        except (OSError, KeyError):
            pass  # not yet
        if time.monotonic() > end:
            raise AssertionError(f"within {seconds:g} s not: {text}")
        time.sleep(0.1)


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def get(url, accept=None):
    request = urllib.request.Request(url, headers={"Accept": accept} if accept else {})
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.status, answer.headers["Content-Type"], answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.headers["Content-Type"], error.read().decode()


class Metrics(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="metrics-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        cls.port, cls.server = free_port(), free_port()
        (cls.folder / "headingd.yaml").write_text(json.dumps({"metrics": {"port": cls.port}}))  # JSON is YAML
        (cls.folder / "prometheus.yml").write_text(json.dumps({
            "global": {"scrape_interval": "1s", "scrape_timeout": "1s"},
            "scrape_configs": [{"job_name": "headingd", "static_configs": [{"targets": [f"127.0.0.1:{cls.port}"]}]}]}))
        kept = {key: value for key, value in os.environ.items() if not key.startswith("HEADINGD_")}
        cls.begin("headingd", [os.environ["HEADINGD_PROGRAM"], "--simulate", "--config", str(cls.folder / "headingd.yaml"), "--socket", str(cls.folder / "s")],
                  kept | {"XDG_CONFIG_HOME": str(cls.folder)})
        cls.begin("prometheus", ["prometheus", f"--config.file={cls.folder}/prometheus.yml", f"--storage.tsdb.path={cls.folder}/data", f"--web.listen-address=127.0.0.1:{cls.server}"], kept)
        until(lambda: cls.query("up")[0]["value"][1] == "1" if cls.query("up") else None, lambda: (cls.folder / "prometheus.log").read_text())

    @classmethod
    def begin(cls, name, command, environment):
        with (cls.folder / f"{name}.log").open("wb") as log:
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment)

        def end():
            process.terminate()
            process.wait(PATIENCE)

        cls.addClassCleanup(end)

    @classmethod
    def ask(cls, path, **values):
        return json.loads(get(f"http://127.0.0.1:{cls.server}/api/v1/{path}?{urllib.parse.urlencode(values)}")[2])

    @classmethod
    def query(cls, expression):
        answer = cls.ask("query", query=expression)
        if answer["status"] != "success":
            raise AssertionError(f"{expression}: {answer['error']}")
        return answer["data"]["result"]

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}"

    def test_every_query_of_the_dashboard_has_an_answer(self):
        until(lambda: self.query("headingd_heading_valid == 1"), "a heading")
        until(lambda: self.query("count_over_time(headingd_uptime_seconds[20s]) > 8"), "some scrapes")
        count = 0
        for panel in DASHBOARD["panels"]:
            for target in panel.get("targets", []):
                expression = target["expr"].replace("$instance", ".*").replace("$__rate_interval", "8s")
                # A good heading has no reason.
                if expression.startswith("headingd_reason"):
                    self.query(expression)
                    continue
                with self.subTest(panel=panel["title"], expression=expression):
                    answer = self.query(expression)
                    self.assertTrue(answer, "no series")
                    for label in target["legendFormat"].replace("{{", "}}").split("}}")[1::2]:
                        self.assertIn(label, answer[0]["metric"], "the legend's label")
                    count += 1
        print(f"\n  {count} queries answered")
        names = self.ask("label/instance/values")["data"]
        self.assertEqual(names, [f"127.0.0.1:{self.port}"])

    def test_no_metric_is_forgotten_by_the_dashboard(self):
        shown = " ".join(target["expr"] for panel in DASHBOARD["panels"] for target in panel.get("targets", []))
        names = {name for name in self.ask("label/__name__/values")["data"] if name.startswith("headingd_")}
        forgotten = {name for name in names if name.removesuffix("_sum").removesuffix("_count") not in shown and name not in shown}
        self.assertEqual(forgotten, set())

    def test_values_are_those_of_the_daemon(self):
        (version,) = self.query("headingd_build_info")
        self.assertRegex(version["metric"]["version"], r"^\d+\.\d+\.\d+")
        (rate,) = self.query('rate(headingd_samples_total{sensor="magnetometer"}[8s])')
        self.assertGreater(float(rate["value"][1]), 5)
        (simulated,) = self.query("headingd_simulated")
        self.assertEqual(simulated["value"][1], "1")
        self.assertEqual(sum(float(one["value"][1]) for one in self.query("headingd_steer")), 1)

    def test_both_formats_are_valid_and_say_the_same(self):
        # Prometheus asks for both, OpenMetrics first; a plain reader gets the text format.
        wanted = f"{OPEN};version=1.0.0,{OPEN};version=0.0.1;q=0.75,text/plain;version=0.0.4;q=0.5,*/*;q=0.1"
        status, kind, modern = get(self.address + "/metrics", wanted)
        self.assertEqual((status, kind), (200, f"{OPEN}; version=1.0.0; charset=utf-8"))
        for accept in (None, "*/*", "text/plain", "text/html", f"{OPEN};q=0", f"{OPEN};version=2.0.0", "x" * 2000, ",;=,"):
            status, kind, classic = get(self.address + "/metrics", accept)
            self.assertEqual((status, kind), (200, "text/plain; version=0.0.4; charset=utf-8"), accept)
        self.assertTrue(modern.endswith("# EOF\n"))
        new = {sample.name: sample for family in open_metrics(modern) for sample in family.samples}
        old = {sample.name: sample for family in text_format(classic) for sample in family.samples}
        self.assertEqual(new.keys(), old.keys())
        self.assertGreater(len(new), 20)
        checked = subprocess.run(["promtool", "check", "metrics"], input=classic, capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual((checked.returncode, checked.stderr), (0, ""))

    def test_health_and_readiness(self):
        for path in ("/healthz", "/readyz"):
            status, _, text = until(lambda: (one := get(self.address + path))[0] == 200 and one, path)
            self.assertEqual(text, "ok, SIMULATED\n")
