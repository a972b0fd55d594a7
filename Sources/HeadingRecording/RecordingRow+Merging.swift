import HeadingReplay

extension RecordingRow {
  /// Merges two rows of the same time; `nil` if both have a value of one sensor.
  func merged(with other: RecordingRow) -> RecordingRow? {
    var row = self
    guard Self.merge(&row.angularRate, other.angularRate),
      Self.merge(&row.acceleration, other.acceleration),
      Self.merge(&row.magneticField, other.magneticField),
      Self.merge(&row.pressure, other.pressure), Self.merge(&row.temperature, other.temperature),
      Self.merge(&row.load, other.load), Self.merge(&row.waterSpeed, other.waterSpeed),
      Self.merge(&row.fix, other.fix)
    else { return nil }
    row.universalTime = universalTime ?? other.universalTime
    row.isSimulated = isSimulated || other.isSimulated
    return row
  }

  /// Takes the value that is present; false if there are two.
  private static func merge<Value>(_ value: inout Value?, _ other: Value?) -> Bool {
    guard value != nil else {
      value = other
      return true
    }
    return other == nil
  }
}
