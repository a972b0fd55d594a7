import Foundation

/// What the specification of Signal K (1.7) demands of a delta, rule by rule with its place.
///
/// The specification's own schema is part of an npm package that the tests cannot fetch. These are
/// its rules for what the output sends, in words of our own.
enum SignalKSpecification {
  /// What a path's value is.
  enum Kind {
    /// A number within a range, with the unit of its metadata.
    case number(ClosedRange<Double>, unit: String)
    /// One of some texts.
    case text(Set<String>)
    /// An object of numbers: those that must be there, and others that may.
    case members(required: Set<String>, optional: Set<String>)
    /// A notification.
    case notification
  }

  private static let turn = 0.0...(2 * Double.pi)
  private static let halfTurn = -Double.pi...Double.pi
  private static let any = -1e300...1e300
  private static let positive = 0.0...1e300

  /// The paths, by groups/navigation.json, groups/environment.json and groups/notifications.json.
  static let paths: [String: Kind] = [
    // Directions are angles from north, clockwise; SI: radians.
    "navigation.headingMagnetic": .number(turn, unit: "rad"),
    "navigation.headingTrue": .number(turn, unit: "rad"),
    "navigation.headingCompass": .number(turn, unit: "rad"),
    "navigation.magneticDeviation": .number(halfTurn, unit: "rad"),
    "navigation.magneticVariation": .number(halfTurn, unit: "rad"),
    "navigation.courseOverGroundTrue": .number(turn, unit: "rad"),
    "navigation.courseOverGroundMagnetic": .number(turn, unit: "rad"),
    "navigation.speedOverGround": .number(positive, unit: "m/s"),
    "navigation.rateOfTurn": .number(any, unit: "rad/s"),
    "navigation.attitude": .members(required: [], optional: ["roll", "pitch", "yaw"]),
    "navigation.position": .members(
      required: ["latitude", "longitude"], optional: ["altitude"]),
    "navigation.gnss.methodQuality": .text([
      "no GPS", "GNSS Fix", "DGNSS fix", "Precise GNSS", "RTK fixed integer", "RTK float",
      "Estimated (DR) mode", "Manual input", "Simulator mode", "Error",
    ]),
    "environment.heave": .number(any, unit: "m"),
    "notifications.navigation.heading": .notification,
  ]

  /// Units of physical quantities, by definitions.json.
  private static let units: Set<String> = [
    "s", "Hz", "m3", "m3/s", "kg/s", "kg/m3", "deg", "rad", "rad/s", "A", "C", "V", "W", "Nm",
    "J", "ohm", "m", "m/s", "m2", "K", "Pa", "kg", "ratio", "m/s2", "rad/s2", "N", "T", "Lux",
    "Pa/s", "Pa.s",
  ]

  /// States of zones and notifications, by definitions.json (alarmState).
  private static let states: Set<String> = [
    "nominal", "normal", "alert", "warn", "alarm", "emergency",
  ]

  /// What is wrong with a delta; empty for nothing.
  static func faults(_ line: [UInt8]) -> [String] {
    guard let whole = try? JSONSerialization.jsonObject(with: Data(line)) as? [String: Any] else {
      return ["no JSON object"]
    }
    // delta.json: only updates are required.
    var faults = unknown(whole, ["context", "updates"], "the delta")
    guard let updates = whole["updates"] as? [[String: Any]] else {
      return faults + ["no list of updates"]
    }
    for update in updates { faults += self.faults(inUpdate: update) }
    return faults
  }

  /// delta.json: an update has values or metadata, and of the two sources at most one.
  private static func faults(inUpdate update: [String: Any]) -> [String] {
    var faults = unknown(
      update, ["$source", "source", "timestamp", "values", "meta"], "an update")
    if update["values"] == nil, update["meta"] == nil { faults.append("nothing updated") }
    if update["$source"] != nil, update["source"] != nil { faults.append("two sources") }
    // definitions.json: sourceRef.
    if let source = update["$source"] {
      let isReference =
        (source as? String)?.allSatisfy {
          $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0))
        } ?? false
      if !isReference { faults.append("$source \(source)") }
    }
    // definitions.json: timestamp, RFC 3339, UTC without an offset.
    if let time = update["timestamp"] {
      let shape = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/
      if (try? shape.wholeMatch(in: time as? String ?? "")) == nil {
        faults.append("timestamp \(time)")
      }
    }
    for (key, check) in [("values", faults(of:at:)), ("meta", faults(ofMeta:at:))] {
      guard let list = update[key] else { continue }
      guard let entries = list as? [[String: Any]] else {
        faults.append("\(key) is no list of objects")
        continue
      }
      for entry in entries {
        faults += unknown(entry, ["path", "value"], "an entry of \(key)")
        guard let path = entry["path"] as? String, let value = entry["value"] else {
          faults.append("an entry of \(key) without path or value")
          continue
        }
        faults += check(value, path)
      }
    }
    return faults
  }

  /// The groups: the value of a path, or null.
  private static func faults(of value: Any, at path: String) -> [String] {
    if value is NSNull { return [] }
    guard let kind = paths[path] ?? accuracy(path) else {
      return ["\(path) is not in the specification"]
    }
    let isRight =
      switch kind {
      case .number(let range, _): number(value).map(range.contains) ?? false
      case .text(let texts): (value as? String).map(texts.contains) ?? false
      case .members(let required, let optional):
        (value as? [String: Any]).map { members in
          required.isSubset(of: members.keys)
            && required.union(optional).isSuperset(of: members.keys)
            && !members.isEmpty && members.values.allSatisfy { number($0) != nil }
        } ?? false
      case .notification: isNotification(value)
      }
    return isRight ? [] : ["\(path): \(value)"]
  }

  /// definitions.json: meta, with units of the list and zones.
  private static func faults(ofMeta value: Any, at path: String) -> [String] {
    guard let meta = value as? [String: Any] else { return ["\(path): metadata \(value)"] }
    var faults = unknown(
      meta,
      [
        "displayName", "longName", "shortName", "description", "gaugeType", "units", "timeout",
        "displayScale", "alertMethod", "warnMethod", "alarmMethod", "emergencyMethod", "zones",
      ], "metadata of \(path)")
    let unit = meta["units"] as? String
    if let unit, !units.contains(unit) { faults.append("\(path): unit \(unit)") }
    if case .number(_, let expected)? = paths[path] ?? accuracy(path), unit != expected {
      faults.append("\(path): unit \(unit ?? "none"), not \(expected)")
    }
    if let timeout = meta["timeout"], number(timeout).map({ $0 > 0 }) != true {
      faults.append("\(path): timeout \(timeout)")
    }
    for zone in meta["zones"] as? [[String: Any]] ?? [] {
      faults += unknown(zone, ["lower", "upper", "state", "message"], "a zone of \(path)")
      let (lower, upper) = (zone["lower"].flatMap(number), zone["upper"].flatMap(number))
      let isRange = lower.flatMap { lower in upper.map { lower < $0 } } ?? (lower ?? upper != nil)
      if !isRange { faults.append("\(path): zone \(zone)") }
      if !states.contains(zone["state"] as? String ?? "") { faults.append("\(path): \(zone)") }
    }
    return faults
  }

  /// notifications.json: state, method and message.
  private static func isNotification(_ value: Any) -> Bool {
    guard let value = value as? [String: Any],
      Set(value.keys).isSubset(of: ["state", "method", "message", "timestamp", "status"]),
      let state = value["state"] as? String, states.contains(state),
      let method = value["method"] as? [String], Set(method).isSubset(of: ["visual", "sound"])
    else { return false }
    return value["message"] is String
  }

  /// The paths of our own, beside one of the specification: `docs/signalk.md`.
  private static func accuracy(_ path: String) -> Kind? {
    guard path.hasSuffix("Accuracy") else { return nil }
    let base = String(path.dropLast("Accuracy".count))
    switch base {
    case "navigation.courseOverGround": return .number(positive, unit: "rad")
    case "navigation.position": return .number(positive, unit: "m")
    case "navigation.attitude": return .members(required: ["roll", "pitch"], optional: [])
    default:
      if case .number(_, let unit)? = paths[base] { return .number(positive, unit: unit) }
      return nil
    }
  }

  /// A JSON number; true and false, whose type is the C character's, are none.
  private static func number(_ value: Any) -> Double? {
    guard let number = value as? NSNumber, number.objCType.pointee != CChar(99) else { return nil }
    return number.doubleValue.isFinite ? number.doubleValue : nil
  }

  private static func unknown(
    _ object: [String: Any], _ known: Set<String>, _ what: String
  ) -> [String] {
    Set(object.keys).subtracting(known).sorted().map { "\(what) has \($0)" }
  }
}
