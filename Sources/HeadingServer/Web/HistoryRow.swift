package import HeadingEngine
import HeadingGeometry
package import HeadingProtocol
import HeadingRuntime
package import HeadingSensing

/// A moment of a history: what a page or a picture shows of an update.
package struct HistoryRow: Sendable {
  /// Numbers in the order of ``HistoryColumn``; `nil` is unknown.
  private let numbers: [Double?]

  /// The status, and the steer contract's verdict if there is one.
  package let status: SolutionStatus
  package let steer: String?

  /// The reasons that held at this moment, or since the row before it.
  package private(set) var reasons: [String]

  /// Takes an update, and the magnetic model's field from its solution.
  package init(_ update: SolutionMessage, solution: HeadingSolution) {
    let terms = update.errorTerms
    numbers = HistoryColumn.allCases.map { column in
      switch column {
      case .bootTime: update.bootTime
      case .magneticHeading: update.magneticHeading
      case .trueHeading: update.trueHeading
      case .headingAccuracy: update.headingAccuracy
      case .headingAccuracy95: update.headingAccuracy95
      case .noise: terms?.noise
      case .gyroscopeHold: terms?.gyroscopeHold
      case .calibration: terms?.calibration
      case .disturbance: terms?.disturbance
      case .localField: terms?.localField
      case .tilt: terms?.tilt
      case .pitch: update.pitch
      case .roll: update.roll
      case .fieldStrength: update.fieldStrength
      case .inclination: update.inclination
      case .modelStrength: solution.modelField.map { $0.strength * 1e6 }
      case .modelInclination: solution.modelField.map(\.inclination.degrees)
      case .altitude: update.altitude
      case .relativeAltitude: update.relativeAltitude
      case .climbRate: update.climbRate
      case .latitude: update.latitude
      case .longitude: update.longitude
      case .horizontalAccuracy: update.horizontalAccuracy
      case .speed: update.speed
      case .course: update.course
      }
    }
    (status, steer, reasons) = (update.status, update.steer, update.reasons)
  }

  /// A number; `nil` is unknown.
  package subscript(column: HistoryColumn) -> Double? {
    HistoryColumn.allCases.firstIndex(of: column).flatMap { numbers[$0] }
  }

  /// Adds reasons of a row that is left out.
  mutating func add(_ others: [String]) {
    for reason in others where !reasons.contains(reason) { reasons.append(reason) }
  }

  /// The row as a JSON array, as docs/web.md describes it.
  var json: String {
    let fields = zip(HistoryColumn.allCases, numbers).map { column, value in
      value.map { HistoryText.number($0, column.decimals) } ?? "null"
    }
    let words = [HistoryText.quoted(status.name), steer.map(HistoryText.quoted) ?? "null"]
    let list = "[" + reasons.map(HistoryText.quoted).joined(separator: ",") + "]"
    return "[" + (fields + words + [list]).joined(separator: ",") + "]"
  }
}
