"""Selects places and names, and finds their countries, states and time zones."""

import bisect
import collections
import math
import unicodedata

import borders
from folding import fold

SCALE = 100_000
BLOCK = 32
# The kinds of a place, as in `Gazetteer+Records.swift`.
TOWN, DISTRICT, CAPITAL, SEAT = range(4)
KINDS = {"PPLX": DISTRICT, "PPLC": CAPITAL, "PPLA": SEAT}
# Areas of Natural Earth without an ISO code.
UNCODED = {"CYN": "CY", "SOL": "SO", "KOS": "XK", "KAB": "KZ", "USG": "CU", "WSB": "CY", "ESB": "CY",
           "CNM": "CY", "KAS": "IN", "SCR": "", "PGA": "", "BRT": "", "SER": "CO", "BJN": "CO"}
# Parts of countries with codes of their own: the owner, the box (west, south, east, north), the code.
TERRITORIES = [
    ("NO", (8, 74, 36, 82), "SJ"), ("NO", (-10, 70, -7, 72), "SJ"), ("NO", (2, -56, 5, -53), "BV"),
    ("AU", (105, -11, 106, -10), "CX"), ("AU", (96, -13, 97, -11), "CC"),
    ("FR", (-55, 2, -51, 6), "GF"), ("FR", (-62, 15.7, -60.9, 16.6), "GP"),
    ("FR", (-61.3, 14.3, -60.7, 15), "MQ"), ("FR", (55, -22, 56, -20), "RE"),
    ("FR", (44.8, -13.2, 45.5, -12.5), "YT"), ("NL", (-69, 11.9, -68, 12.5), "BQ"),
    ("NL", (-63.4, 17.4, -62.9, 17.8), "BQ"), ("NZ", (-173, -10, -171, -8), "TK"),
]
# Names that people use, and the data lacks.
FURTHER_NAMES = {
    "KR": ["Korea", "한국"], "GB": ["Great Britain", "Britain"], "US": ["America"], "NL": ["Holland"],
    "CZ": ["Czech Republic"]}
LANGUAGES = ("AR BN DE EN ES FA FR EL HE HI HU ID IT JA KO NL PL PT RU SV TR UK UR VI ZH ZHT").split()


NATIVE = {
    "CYRILLIC": "RU UA BY BG RS MK KZ KG MN TJ ME BA XK UZ",
    "ARABIC": "SA AE YE OM QA BH KW IQ IR SY JO LB PS EG LY TN DZ MA SD TD MR EH AF PK DJ KM",
    "CJK": "CN TW HK MO JP KR", "HIRAGANA": "JP", "KATAKANA": "JP", "HANGUL": "KR KP",
    "HEBREW": "IL PS", "DEVANAGARI": "IN NP", "BENGALI": "BD IN", "THAI": "TH", "GREEK": "GR CY",
    "ARMENIAN": "AM", "GEORGIAN": "GE", "ETHIOPIC": "ET ER", "MYANMAR": "MM", "KHMER": "KH",
    "LAO": "LA", "SINHALA": "LK", "TAMIL": "IN LK", "TELUGU": "IN", "KANNADA": "IN",
    "MALAYALAM": "IN", "GUJARATI": "IN", "GURMUKHI": "IN PK", "ORIYA": "IN", "TIBETAN": "CN BT",
    "THAANA": "MV",
}
EAST = {"CJK", "HIRAGANA", "KATAKANA", "HANGUL"}


def script(text):
    """Returns the script of a folded name by its first letter."""
    return "LATIN" if ord(text[0]) < 0x250 else unicodedata.name(text[0], "?").split()[0]


class Place:
    """A place."""

    def __init__(self, city, kind):
        self.identifier = city["geonameid"]
        self.name = city["name"]
        self.country = city["countrycode"]
        self.area_code = city["countrycode"] + "." + city["admin1code"]
        self.zone = city["timezone"]
        self.latitude = round(city["latitude"] * SCALE)
        self.longitude = round(city["longitude"] * SCALE)
        self.population = city["population"]
        self.kind = kind
        self.number = 0
        self.region = 0
        self.aliases = []
        self.folded = [fold(self.name)]
        self.take(city["alternatenames"])

    def take(self, names):
        """Keeps the other names that are not spellings of one kept before, up to a limit."""
        known = {self.folded[0]}
        counts = collections.Counter()
        for name in names:
            folded = fold(name)
            if not folded or folded in known or len(name) > 60 or "\n" in name:
                continue
            kind = script(folded)
            # Codes of airports, and transliterations by machine.
            if kind == "LATIN" and (name[0].islower() or (len(name) == 3 and name.isupper())):
                continue
            if counts[kind] >= self.limit(kind):
                continue
            counts[kind] += 1
            known.add(folded)
            self.folded.append(folded)
            self.aliases.append(name)

    def limit(self, kind):
        """Returns the most names to keep in a script."""
        size = bisect.bisect((2_000, 15_000, 50_000, 500_000), self.population)
        if kind == "LATIN":
            return (0, 2, 4, 8, 30)[size]
        if self.country in NATIVE.get(kind, "").split():
            return (1, 1, 3, 6, 12)[size]
        if kind == "HANGUL":
            return 3
        return (0, 0, 1, 2, 6)[size] if kind in EAST else (0, 0, 0, 1, 3)[size]


class World:
    """The content of the gazetteer."""

    def __init__(self, cities, countries, raw, subdivisions, names, shapes):
        kinds = {}
        for line in raw.splitlines():
            fields = line.split("\t")
            kinds[int(fields[0])] = KINDS.get(fields[7], TOWN)
        self.places = [
            Place(city, kinds.get(city["geonameid"], TOWN)) for city in cities.values()]
        self.places.sort(key=lambda place: (-place.population, place.identifier))
        self.places = thinned(self.places)
        for number, place in enumerate(self.places, 1):
            place.number = number
        self.take_countries(countries, names)
        self.take_areas(subdivisions)
        self.take_regions()
        self.names, self.shapes = names, shapes

    # Countries

    def take_countries(self, countries, names):
        """Numbers the countries and joins their names."""
        self.country_numbers = {code: i for i, code in enumerate(sorted(countries), 1)}
        self.countries = countries
        self.country_names = {}
        for row in sorted(names, key=lambda row: int(row["POP_EST"].split(".")[0] or 0)):
            self.country_names[self.code(row)] = row

    @staticmethod
    def code(row):
        """Returns the ISO code of an area of Natural Earth; empty for none."""
        code = row["ISO_A2_EH"]
        return code if len(code) == 2 and code != "-9" else UNCODED.get(row["ADM0_A3"], "")

    def country_rows(self):
        """Yields the rows of countries."""
        capitals = {p.country: p for p in reversed(self.places) if p.kind == CAPITAL}
        biggest = {p.country: p for p in reversed(self.places)}
        for code, number in self.country_numbers.items():
            country, row = self.countries[code], self.country_names.get(code)
            place = capitals.get(code) or biggest.get(code)
            if row:
                latitude, longitude = float(row["LABEL_Y"]), float(row["LABEL_X"])
            elif place:
                latitude, longitude = place.latitude / SCALE, place.longitude / SCALE
            else:
                latitude, longitude = 0, 0
            lines = []
            if row:
                lines += [
                    f"{'zh-Hant' if key == 'ZHT' else key.lower()}={row['NAME_' + key]}"
                    for key in LANGUAGES if row["NAME_" + key]]
                lines += [row[key] for key in ("NAME", "NAME_LONG", "FORMAL_EN", "ABBREV") if row[key]]
            lines += FURTHER_NAMES.get(code, [])
            yield (number, code, country["iso3"], country["name"], round(latitude * SCALE),
                   round(longitude * SCALE), country["population"],
                   "\n".join(dict.fromkeys(lines)))

    # States

    def take_areas(self, subdivisions):
        """Numbers the states that have places."""
        found = {}
        for line in subdivisions.splitlines():
            name, iso, code, _, _, names, level = line.split("\t")[:7]
            if level == "1" and code.count(".") == 1:
                found[code] = (name, iso, names.split("|") if names else [])
        used = sorted({p.area_code for p in self.places} & set(found))
        self.area_numbers = {code: number for number, code in enumerate(used, 1)}
        self.areas_found = found

    def area_rows(self):
        """Yields the rows of states, each at the middle of its people."""
        members = collections.defaultdict(list)
        for p in self.places:
            members[p.area_code].append(p)
        for code, number in self.area_numbers.items():
            name, iso, names = self.areas_found[code]
            places = members[code]
            reference = places[0].longitude
            weight = sum(p.population + 1 for p in places)
            latitude = sum(p.latitude * (p.population + 1) for p in places) // weight
            turn = 360 * SCALE
            longitude = reference + sum(
                ((p.longitude - reference + turn // 2) % turn - turn // 2) * (p.population + 1)
                for p in places) // weight
            longitude = (longitude + turn // 2) % turn - turn // 2
            yield (number, self.country_numbers[code.split(".")[0]], iso[3:], name, latitude,
                   longitude, sum(p.population for p in places), "\n".join(names))

    def take_regions(self):
        """Numbers the combinations of country, state and time zone."""
        keys = sorted({self.region_key(p) for p in self.places})
        numbers = {key: number for number, key in enumerate(keys, 1)}
        for place in self.places:
            place.region = numbers[self.region_key(place)]
        self.regions = keys

    def region_key(self, place):
        """Returns the country, state and time zone of a place."""
        return (self.country_numbers[place.country], self.area_numbers.get(place.area_code, 0),
                place.zone)

    def region_rows(self):
        """Yields the rows of regions."""
        for number, (country, area, zone) in enumerate(self.regions, 1):
            yield number, country, area, zone

    # Places

    def place_rows(self):
        """Yields the rows of places; `blocks` comes before it."""
        for p in self.places:
            yield p.number, p.name, p.block

    def alias_rows(self):
        """Yields the other names of places."""
        for p in self.places:
            if p.aliases:
                yield p.number, "\n".join(p.aliases)

    def word_rows(self):
        """Yields the folded names of countries (0) and states (1)."""
        rows = set()
        for number, code, code3, name, _, _, _, names in self.country_rows():
            for text in [code, code3, name] + [n.split("=")[-1] for n in names.split("\n")]:
                rows.add((0, number, fold(text)))
        for number, _, code, name, _, _, _, names in self.area_rows():
            for text in [code, name] + names.split("\n"):
                if not text.isdigit():
                    rows.add((1, number, fold(text)))
        return sorted((name, kind, target) for kind, target, name in rows if name)

    def blocks(self):
        """Yields (box, members) of groups of near places."""
        for number, group in enumerate(grouped(self.places), 1):
            box = (min(p.longitude for p in group), min(p.latitude for p in group),
                   max(p.longitude for p in group), max(p.latitude for p in group))
            data = bytearray()
            last = 0
            for p in sorted(group, key=lambda p: p.number):
                p.block = number
                data += borders.varint(p.number - last)
                data += borders.varint(p.longitude - box[0]) + borders.varint(p.latitude - box[1])
                data += borders.varint(p.region * 4 + p.kind) + borders.varint(p.population)
                last = p.number
            yield box, bytes(data)

    # Borders

    def areas(self):
        """Returns (country, rings); parts with places of one other country only belong to that one."""
        rings = collections.defaultdict(list)
        waiting = []
        for row, shape in zip(self.names, self.shapes):
            code = self.code(row)
            outers = [r for r in shape if borders.area(r) < 0]
            holes = [r for r in shape if borders.area(r) >= 0]
            for outer in outers:
                box = (min(x for x, _ in outer), min(y for _, y in outer),
                       max(x for x, _ in outer), max(y for _, y in outer))
                waiting.append((code, outer, box))
            if code:
                rings[code] += holes
        grid = collections.defaultdict(list)
        for p in self.places:
            x, y = p.longitude * borders.UNITS // SCALE, p.latitude * borders.UNITS // SCALE
            grid[x // borders.UNITS, y // borders.UNITS].append((x, y, p.country))
        for code, outer, box in waiting:
            x, y = (box[0] + box[2]) / 2 / borders.UNITS, (box[1] + box[3]) / 2 / borders.UNITS
            for owner, (west, south, east, north), territory in TERRITORIES:
                if code == owner and west < x < east and south < y < north:
                    code = territory
            inside = collections.Counter()
            if (box[2] - box[0]) < 20 * borders.UNITS:
                for i in range(box[0] // borders.UNITS, box[2] // borders.UNITS + 1):
                    for j in range(box[1] // borders.UNITS, box[3] // borders.UNITS + 1):
                        for x, y, country in grid.get((i, j), ()):
                            if borders.contains(outer, (x, y)):
                                inside[country] += 1
            if inside and code not in inside and len(inside) == 1:
                code = next(iter(inside))
            if code in self.country_numbers:
                rings[code].append(outer)
        return [(self.country_numbers[code], rings[code]) for code in sorted(rings)]


def thinned(ordered):
    """Leaves out hamlets within 5.5 km of a bigger place; the places are ordered by population."""
    kept, grid = [], collections.defaultdict(list)
    for place in ordered:
        x, y = place.longitude / SCALE, place.latitude / SCALE
        if place.population < 1_000 and place.kind not in (CAPITAL, SEAT):
            narrowing = math.cos(math.radians(y))
            columns = math.floor(0.05 / max(narrowing, 0.01) / 0.1) + 1
            i, j = math.floor(x * 10), math.floor(y * 10)
            if any(
                math.hypot((a - x) * narrowing, b - y) < 0.05
                for column in range(i - columns, i + columns + 1)
                for row in range(j - 1, j + 2) for a, b in grid[column, row]
            ):
                continue
        grid[math.floor(x * 10), math.floor(y * 10)].append((x, y))
        kept.append(place)
    return kept


def grouped(group):
    """Yields groups of at most `BLOCK` near places."""
    if len(group) <= BLOCK:
        yield group
        return
    width = max(p.longitude for p in group) - min(p.longitude for p in group)
    height = max(p.latitude for p in group) - min(p.latitude for p in group)
    if width > height:
        group = sorted(group, key=lambda p: (p.longitude, p.number))
    else:
        group = sorted(group, key=lambda p: (p.latitude, p.number))
    half = (len(group) // BLOCK + 1) // 2 * BLOCK or len(group) // 2
    yield from grouped(group[:half])
    yield from grouped(group[half:])
