"""Compares what rostopic printed with what compass wrote: echoed.py SENT ECHOED"""

import math
import sys

import yaml

sent, echoed = [[d for d in yaml.safe_load_all(open(path).read().rsplit("---\n", 1)[0]) if d] for path in sys.argv[1:]]
written = {(d["header"]["stamp"]["secs"], d["header"]["stamp"]["nsecs"]): d for d in sent}
oriented = 0
for message in echoed:
    message["header"].pop("seq")
    stamp = message["header"]["stamp"]
    assert message == written[stamp["secs"], stamp["nsecs"]], message
    if message["orientation_covariance"][0] != -1:
        oriented += 1
        q = message["orientation"]
        assert abs(math.hypot(q["x"], q["y"], q["z"], q["w"]) - 1) < 1e-6
    if message["linear_acceleration_covariance"][0] != -1:
        a = message["linear_acceleration"]
        # The simulated hat is almost level, and shaken gently.
        assert 8.5 < a["z"] < 11, a
assert len(echoed) == 40 and oriented > 0, (len(echoed), oriented)
print(f"ok   rostopic printed {len(echoed)} messages as they were written, {oriented} with orientation")
