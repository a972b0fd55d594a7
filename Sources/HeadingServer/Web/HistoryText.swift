import HeadingProtocol
import NIOCore

/// The JSON of `/history`, in the form of docs/web.md.
enum HistoryText {
  /// One series: of the running daemon, or of a recording with some calibration.
  struct Series {
    var name: String
    /// Seconds between two rows.
    var interval: Double
    /// Rows and events as JSON.
    var rows: [String]
    var events: [String]
  }

  /// The columns of a row, in their order.
  static let columns = HistoryColumn.allCases.map(\.rawValue) + ["status", "steer", "reasons"]

  static func document(isLive: Bool, title: String, _ series: [Series]) -> ByteBuffer {
    var text = ByteBuffer()
    text.reserveCapacity(series.reduce(4096) { $0 + $1.rows.count * 256 })
    text.writeString("{\"live\":\(isLive),\"title\":\(quoted(title)),\"series\":[")
    let header = columns.map(quoted).joined(separator: ",")
    for (index, one) in series.enumerated() {
      if index > 0 { text.writeString(",\n") }
      text.writeString(
        "{\"name\":\(quoted(one.name)),\"interval\":\(number(one.interval, 3)),\"columns\":[\(header)],\"rows\":["
      )
      for (index, row) in one.rows.enumerated() {
        if index > 0 { text.writeString(",\n") }
        text.writeString(row)
      }
      text.writeString("],\"events\":[\(one.events.joined(separator: ",\n"))]}")
    }
    text.writeString("]}\n")
    return text
  }

  /// An event; its time since the start is `nil` before the first row.
  static func event(bootTime: Double?, time: String? = nil, _ text: String) -> String {
    "{\"boot_time\":\(bootTime.map { number($0, 1) } ?? "null"),"
      + "\"time\":\(time.map(quoted) ?? "null"),\"text\":\(quoted(text))}"
  }

  static func number(_ value: Double, _ decimals: Int) -> String {
    value.isFinite ? "\(WireNumber.rounded(value, decimals))" : "null"
  }

  /// A JSON string; control characters, which no message has, become spaces.
  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case ..<" ": quoted += " "
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
