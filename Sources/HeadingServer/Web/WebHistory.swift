import HeadingEngine
import HeadingGeometry
import HeadingProtocol
import HeadingRuntime
import HeadingSensing
import NIOCore
import Synchronization

/// The last hour for a page that is opened later: a row of each second, and the newest notices.
///
/// A row is kept as the text that is sent: 0.2 kB, so 0.8 MB for the hour.
final class WebHistory: Sendable {
  /// Seconds between two rows, and largest numbers of rows and of notices.
  private static let interval = 1.0
  private static let longest = 3600
  private static let mostEvents = 200

  private struct State {
    var rows: [String] = []
    /// Where the oldest row is, once there are ``longest``.
    var first = 0
    var newest = -Double.infinity
    var events: [String] = []
    /// ``json`` of now, so that many who ask cost no more than one.
    var text: ByteBuffer?
  }

  private let state = Mutex(State())
  private let title: String

  /// The columns of a row, in their order.
  static let columns = [
    "boot_time", "magnetic_heading", "true_heading", "heading_accuracy", "heading_accuracy_95",
    "noise", "gyroscope_hold", "calibration", "disturbance", "local_field", "tilt", "pitch", "roll",
    "field_strength", "inclination", "model_strength", "model_inclination", "altitude",
    "relative_altitude", "climb_rate", "latitude", "longitude", "horizontal_accuracy", "speed",
    "course", "status", "steer", "reasons",
  ]

  /// Creates an empty history of a machine with this name.
  init(title: String) { self.title = title }

  /// Takes an update; one a second is kept.
  func take(_ update: SolutionUpdate) {
    let time = update.solution.time.seconds
    let isDue = state.withLock { time >= $0.newest + Self.interval || time < $0.newest }
    guard isDue else { return }
    let row = Self.row(SolutionMessage(update), model: update.solution)
    state.withLock { state in
      // A clock that restarts begins a new hour.
      if time < state.newest { state = State(events: state.events) }
      (state.newest, state.text) = (time, nil)
      if state.rows.count < Self.longest {
        state.rows.append(row)
      } else {
        state.rows[state.first] = row
        state.first = (state.first + 1) % Self.longest
      }
    }
  }

  /// Takes a notice.
  func take(_ notice: SensorNotice) {
    state.withLock { state in
      state.text = nil
      if state.events.count >= Self.mostEvents { state.events.removeFirst() }
      let time = state.newest.isFinite ? Self.number(state.newest, 1) : "null"
      state.events.append(
        "{\"boot_time\":\(time),\"time\":null,\"text\":\(Self.quoted(notice.message))}")
    }
  }

  /// The history as JSON, in the form of docs/web.md.
  var json: ByteBuffer {
    // Under the lock, so that no older text replaces one that a new row has made invalid.
    state.withLock { state in
      if let text = state.text { return text }
      let text = self.text(of: state)
      state.text = text
      return text
    }
  }

  private func text(of state: State) -> ByteBuffer {
    let rows = state.rows
    var text = ByteBuffer()
    text.reserveCapacity(rows.count * 256 + 4096)
    let name = Self.quoted(title)
    text.writeString(
      "{\"live\":true,\"title\":\(name),\"series\":[{\"name\":\(name),\"interval\":1,")
    text.writeString(
      "\"columns\":[\(Self.columns.map(Self.quoted).joined(separator: ","))],\"rows\":[")
    for index in rows.indices {
      if index > 0 { text.writeString(",\n") }
      text.writeString(rows[(state.first + index) % rows.count])
    }
    text.writeString("],\"events\":[\(state.events.joined(separator: ",\n"))]}]}\n")
    return text
  }

  private static func row(_ update: SolutionMessage, model: HeadingSolution) -> String {
    let terms = update.errorTerms
    let numbers: [(Double?, Int)] = [
      (update.bootTime, 2), (update.magneticHeading, 2), (update.trueHeading, 2),
      (update.headingAccuracy, 2), (update.headingAccuracy95, 2), (terms?.noise, 2),
      (terms?.gyroscopeHold, 2), (terms?.calibration, 2), (terms?.disturbance, 2),
      (terms?.localField, 2), (terms?.tilt, 2), (update.pitch, 2), (update.roll, 2),
      (update.fieldStrength, 2), (update.inclination, 2),
      (model.modelField.map { $0.strength * 1e6 }, 2),
      (model.modelField.map(\.inclination.degrees), 2), (update.altitude, 2),
      (update.relativeAltitude, 2),
      (update.climbRate, 2), (update.latitude, 7), (update.longitude, 7),
      (update.horizontalAccuracy, 1), (update.speed, 2), (update.course, 1),
    ]
    let words = [quoted(update.status.name), update.steer.map(quoted) ?? "null"]
    let reasons = "[" + update.reasons.map(quoted).joined(separator: ",") + "]"
    let fields = numbers.map { $0.0.map { [digits = $0.1] in number($0, digits) } ?? "null" }
    return "[" + (fields + words + [reasons]).joined(separator: ",") + "]"
  }

  private static func number(_ value: Double, _ decimals: Int) -> String {
    value.isFinite ? "\(WireNumber.rounded(value, decimals))" : "null"
  }

  /// A JSON string; control characters, which no message has, become spaces.
  private static func quoted(_ text: String) -> String {
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
