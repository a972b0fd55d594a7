#!/usr/bin/env python3
"""Frames of PyPI's nmea2000, which has canboat's definitions: nmea2000_frames.py >nmea2000_frames.jsonl"""

import json

from nmea2000 import _canboat as canboat

DATABASE = canboat.Database("si")
# Group, its name in canboat, fields that a device states (SI, degrees of positions); null is not available.
CASES = [
    ("vesselHeading", 127250, {"heading": 1.5708, "deviation": -0.05, "variation": 0.2, "reference": 1}),
    ("vesselHeading", 127250, {"heading": 6.2831, "deviation": None, "variation": None, "reference": 0}),
    ("vesselHeading", 127250, {"heading": 0.0, "deviation": 0.1, "variation": None, "reference": 0}),
    ("vesselHeading", 127250, {"heading": None, "deviation": None, "variation": None, "reference": 1}),
    ("speed", 128259, {"speedWaterReferenced": 3.21, "speedGroundReferenced": None, "speedWaterReferencedType": 0}),
    ("speed", 128259, {"speedWaterReferenced": 0.0, "speedGroundReferenced": 2.5, "speedWaterReferencedType": 4}),
    ("speed", 128259, {"speedWaterReferenced": None, "speedGroundReferenced": None, "speedWaterReferencedType": None}),
    ("positionRapidUpdate", 129025, {"latitude": 47.1234567, "longitude": -8.7654321}),
    ("positionRapidUpdate", 129025, {"latitude": -89.9999999, "longitude": 179.9999999}),
    ("positionRapidUpdate", 129025, {"latitude": None, "longitude": None}),
    ("cogSogRapidUpdate", 129026, {"cogReference": 0, "cog": 3.1415, "sog": 5.43}),
    ("cogSogRapidUpdate", 129026, {"cogReference": 1, "cog": 3.1415, "sog": 0.0}),
    ("cogSogRapidUpdate", 129026, {"cogReference": 0, "cog": None, "sog": None}),
    ("gnssPositionData", 129029, {
        "date": 20784, "time": 43200.1234, "latitude": 54.1234567891, "longitude": -10.9876543219, "altitude": 48.123456,
        "gnssType": 4, "method": 2, "integrity": 1, "numberOfSvs": 14, "hdop": 0.85, "pdop": 1.6,
        "geoidalSeparation": 45.5, "referenceStations": 0}),
    ("gnssPositionData", 129029, {
        "date": 20784, "time": 86399.9999, "latitude": -33.85, "longitude": 151.25, "altitude": -3.5,
        "gnssType": 0, "method": 1, "integrity": 0, "numberOfSvs": 7, "hdop": 1.5, "pdop": None,
        "geoidalSeparation": None, "referenceStations": 0}),
    # Where the world of Tests/RealKernel is.
    ("gnssPositionData", 129029, {
        "date": 20784, "time": 43200.0, "latitude": 33.0, "longitude": -145.0, "altitude": 2.0,
        "gnssType": 0, "method": 1, "integrity": 1, "numberOfSvs": 11, "hdop": 0.9, "pdop": 1.7,
        "geoidalSeparation": -22.5, "referenceStations": 0}),
    ("gnssPositionData", 129029, {
        "date": None, "time": None, "latitude": None, "longitude": None, "altitude": None,
        "gnssType": 0, "method": 0, "integrity": 0, "numberOfSvs": 0, "hdop": None, "pdop": None,
        "geoidalSeparation": None, "referenceStations": None}),
]
# What the output sends of the solution in NMEA2000Tests.swift.
OUTPUTS = [
    ("vesselHeading", 127250, {"heading": 1.5708, "deviation": None, "variation": -0.0524, "reference": 1}),
    ("rateOfTurn", 127251, {"rate": 0.1}),
    ("heave", 127252, {"heave": -0.25}),
    ("attitude", 127257, {"yaw": 1.5184, "pitch": -0.0873, "roll": 0.1745}),
    ("magneticVariation", 127258, {"source": 3, "ageOfService": 20000, "variation": -0.0524}),
    ("positionRapidUpdate", 129025, {"latitude": -33.85, "longitude": 151.25}),
    ("cogSogRapidUpdate", 129026, {"cogReference": 0, "cog": 0.0, "sog": 3.5}),
]
NAMES = [
    {"uniqueNumber": 1234567, "manufacturerCode": 2046, "deviceInstanceLower": 5, "deviceInstanceUpper": 1,
     "deviceFunction": 140, "spare": 0, "deviceClass": 60, "systemInstance": 0, "industryGroup": 4,
     "arbitraryAddressCapable": 1},
    {"uniqueNumber": 42, "manufacturerCode": 229, "deviceInstanceLower": 0, "deviceInstanceUpper": 0,
     "deviceFunction": 145, "spare": 0, "deviceClass": 60, "systemInstance": 0, "industryGroup": 4,
     "arbitraryAddressCapable": 1},
]


def frames(name, pgn, fields, source, sequence):
    """The frames of a message: identifier and bytes."""
    known = {info.id: info for info in DATABASE.pgn_info(name).fields}
    wire = {"sid": 9} if "sid" in known else {}
    for key, value in fields.items():
        whole = known[key].lookup_bit_enumeration is None and known[key].field_type in (
            "LOOKUP", "INDIRECT_LOOKUP", "DATE", "SPARE")
        if value is None:
            wire[key] = canboat.Raw((1 << known[key].bit_length) - 1 >> (key in SIGNED))
        else:
            wire[key] = canboat.Raw(value) if whole else value
    data = DATABASE.encode(name, wire, src=source)
    fast = DATABASE.pgn_info(name).packet_type == "Fast"
    parts = canboat.fast_packet_fragment(sequence, data) if fast else [data]
    identifier = canboat.can_id_compose(2, pgn, source, 255)
    return [{"identifier": identifier, "data": part.hex()} for part in parts]


SIGNED = {"deviation", "variation", "latitude", "longitude", "altitude", "hdop", "pdop", "geoidalSeparation"}


def show(direction, name, pgn, fields, source, sequence):
    print(json.dumps({"direction": direction, "group": pgn, "source": source, "fields": fields,
                      "frames": frames(name, pgn, fields, source, sequence)}))


for number, (name, pgn, fields) in enumerate(CASES):
    show("in", name, pgn, fields, 20 + number, number % 8)
for number, fields in enumerate(NAMES):
    show("in", "isoAddressClaim", 60928, fields, 60 + number, 0)
for name, pgn, fields in OUTPUTS:
    show("out", name, pgn, fields, 100, 0)
