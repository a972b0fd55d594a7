"""Time per call of PyPI's pygeomag: `measurement peer nanoseconds` a line."""
import random
import time

from pygeomag import GeoMag

random.seed(1)
places = [
    (random.uniform(-90, 90), random.uniform(-180, 180), random.uniform(0, 10), random.uniform(2025, 2030))
    for _ in range(200)
]
for name, high, count in (("wmm", False, 200), ("wmmhr", True, 2)):
    model = GeoMag(high_resolution=high) if high else GeoMag(coefficients_file="wmm/WMM_2025.COF")
    best = float("inf")
    for _ in range(5):
        start = time.perf_counter()
        for place in places[:count]:
            result = model.calculate(glat=place[0], glon=place[1], alt=place[2], time=place[3])
            result.calculate_uncertainty()
        best = min(best, (time.perf_counter() - start) / count)
    print(name, "pygeomag", round(best * 1e9))
