import FoundationEssentials
import HeadingReplay

/// The rows of a recording in CSV.
///
/// The first line names the columns: `t` (s), `gyr_x,gyr_y,gyr_z` (rad/s), `acc_x,…` (m/s²),
/// `mag_x,…` (µT), and optionally `utc` (Unix seconds), `pressure` (Pa), `temperature` (°C),
/// `latitude,longitude` (°), `altitude` (m above mean sea level), `ellipsoidal_altitude` (m),
/// `horizontal_accuracy`, `vertical_accuracy` (m), `speed`, `climb_rate` (m/s), `course` (°),
/// `speed_accuracy` (m/s), `load` (a current or throttle), `water_speed` (m/s through the water),
/// `simulated` (1 or `true` in rows that are). Other columns are ignored. Body frame: x right, y forward, z up.
///
/// An empty cell, `NA`, `null` and `none` are missing values, and so is `nan` of pressure,
/// temperature and a receiver's values. `nan` of another sensor is an invalid sample.
///
/// An unreadable row (too few or too many fields, a known column that is not a number, a time that
/// is not finite, an invalid position) is skipped and kept in `badRows`; blank lines and `#`
/// comments are ignored.
struct TableRows {
  private let content: Data
  private let columns: RecordingColumns
  private var offset: Int
  private var line = 1
  private var cells = RecordingCells()

  /// The first bad rows, at most `RecordingReader.keptBadRows`.
  private(set) var badRows: [BadRow] = []

  /// Number of bad rows.
  private(set) var badRowCount = 0

  /// Number of good rows.
  private(set) var rowCount = 0

  /// Opens a recording.
  ///
  /// - Parameter content: The whole file; may be memory-mapped.
  /// - Throws: ``RecordingError`` if the header is invalid.
  init(_ content: Data) throws(RecordingError) {
    self.content = content
    let bytes = content.span
    var end = 0
    while end < bytes.count, bytes[end] != Self.newline { end += 1 }
    // A header is a few hundred bytes; a file without line ends is not a recording.
    guard end > 0, end < 65_536 else { throw .empty }
    columns = try RecordingColumns(header: String(decoding: content.prefix(end), as: UTF8.self))
    offset = min(end + 1, bytes.count)
  }

  /// The end of the year 9999, Unix seconds: times in milliseconds are larger.
  private static let latestTime = 253_402_300_799.0

  private static let newline = UInt8(ascii: "\n")
  private static let comma = UInt8(ascii: ",")
  private static let quote = UInt8(ascii: "\"")

  /// Whether there is a column `utc`.
  var hasUniversalTime: Bool { columns.columns.contains(.universalTime) }

  /// Whether there are magnetometer columns.
  var hasMagneticField: Bool { columns.columns.contains(.magnetometerX) }

  /// The next readable row; `nil` at the end.
  mutating func next() -> RecordingRow? {
    let bytes = content.span
    while offset < bytes.count {
      let start = offset
      var end = start
      while end < bytes.count, bytes[end] != Self.newline { end += 1 }
      offset = end + 1
      line += 1
      if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
      if isBlank(bytes, start, end) { continue }
      cells.clear()
      if let problem = Self.parse(bytes, start, end, columns: columns.columns, into: &cells) {
        badRowCount += 1
        if badRows.count < RecordingReader.keptBadRows {
          badRows.append(BadRow(line: line, problem: problem))
        }
        continue
      }
      rowCount += 1
      return RecordingRow(cells, time: cells[.time] ?? 0)
    }
    return nil
  }

  private func isBlank(_ bytes: borrowing Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
    var index = start
    while index < end, bytes[index] == UInt8(ascii: " ") || bytes[index] == UInt8(ascii: "\t") {
      index += 1
    }
    return index == end || bytes[index] == UInt8(ascii: "#")
  }

  /// Reads the numbers of a line; returns the problem, if any.
  private static func parse(
    _ bytes: borrowing Span<UInt8>, _ start: Int, _ end: Int,
    columns: [RecordingColumns.Column?], into cells: inout RecordingCells
  ) -> String? {
    var field = 0
    var index = start
    while true {
      var stop = index
      var quoted = false
      while stop < end, quoted || bytes[stop] != comma {
        if bytes[stop] == quote { quoted.toggle() }
        stop += 1
      }
      guard field < columns.count else { return "more fields than the header names" }
      if let column = columns[field] {
        let (first, last) = trim(bytes, index, stop)
        if first < last {
          if let value = Double(decimal: bytes.extracting(first..<last)) {
            cells.set(column, to: value)
          } else if column == .simulated, let mark = truth(bytes, first, last) {
            cells.set(column, to: mark ? 1 : 0)
          } else if !isMissing(bytes, first, last) {
            return "\(column.name) is not a number"
          }
        }
      }
      field += 1
      if stop >= end { break }
      index = stop + 1
    }
    guard field == columns.count else {
      return "\(field) fields where the header names \(columns.count)"
    }
    guard let time = cells[.time], time.isFinite else { return "t is not a finite number" }
    guard abs(time) < 9e9 else { return "t is not a time in seconds" }
    if let utc = cells.finite(.universalTime), abs(utc) > latestTime {
      return "utc is not a time in Unix seconds"
    }
    if let latitude = cells[.latitude], abs(latitude) > 90 {
      return "latitude is not between -90 and 90"
    }
    if let longitude = cells[.longitude], abs(longitude) > 360 {
      return "longitude is not between -360 and 360"
    }
    return nil
  }

  /// Whether a cell is a missing value.
  private static func isMissing(_ bytes: borrowing Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
    ["na", "n/a", "null", "none"].contains(word(bytes, start, end))
  }

  /// The value of a cell with `true` or `false`; `nil` for any other.
  private static func truth(_ bytes: borrowing Span<UInt8>, _ start: Int, _ end: Int) -> Bool? {
    switch word(bytes, start, end) {
    case "true": true
    case "false": false
    default: nil
    }
  }

  /// A cell of at most five letters, in lower case; empty if it is longer.
  private static func word(_ bytes: borrowing Span<UInt8>, _ start: Int, _ end: Int) -> String {
    guard end - start <= 5 else { return "" }
    var text = ""
    for index in start..<end { text.unicodeScalars.append(Unicode.Scalar(bytes[index])) }
    return text.lowercased()
  }

  private static func trim(
    _ bytes: borrowing Span<UInt8>, _ start: Int, _ end: Int
  ) -> (Int, Int) {
    var (first, last) = (start, end)
    func isPadding(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == quote
    }
    while first < last, isPadding(bytes[first]) { first += 1 }
    while last > first, isPadding(bytes[last - 1]) { last -= 1 }
    return (first, last)
  }
}
