public import HeadingEngine
import HeadingGeometry
import HeadingSensing

/// Writes solutions as CSV, one row each, empty where a value is missing.
///
/// Columns: `t` (s), `q_w,q_x,q_y,q_z` (body to magnetic ENU), `magnetic_heading`, `true_heading`,
/// `heading_accuracy`, `heading_accuracy_95` (°), `status`, `simulated` (1 of simulated sensors, else 0).
public struct SolutionTable {
  /// The header line, with its line end.
  public static let header =
    "t,q_w,q_x,q_y,q_z,magnetic_heading,true_heading,heading_accuracy,heading_accuracy_95,status,"
    + "simulated\n"

  /// The bytes written so far and not taken yet.
  public private(set) var bytes: [UInt8] = []

  /// Makes an empty table that begins with the header.
  public init() { bytes.append(contentsOf: Self.header.utf8) }

  /// Takes the bytes written so far; the table goes on empty.
  public mutating func take() -> [UInt8] {
    let taken = bytes
    bytes.removeAll(keepingCapacity: true)
    return taken
  }

  /// Appends a row.
  public mutating func append(_ solution: HeadingSolution) {
    append(fixed: solution.time.seconds, decimals: 6)
    if let attitude = solution.attitude.value {
      for component in [attitude.w, attitude.vector.x, attitude.vector.y, attitude.vector.z] {
        separate()
        append(fixed: component, decimals: 9)
      }
    } else {
      for _ in 0..<4 { separate() }
    }
    separate()
    append(heading: solution.magneticHeading.value?.degrees)
    separate()
    append(heading: solution.trueHeading.value?.degrees)
    separate()
    append(solution.headingAccuracy.value?.degrees)
    separate()
    append(solution.headingAccuracy95.value?.degrees)
    separate()
    bytes.append(contentsOf: solution.status.name.utf8)
    separate()
    bytes.append(UInt8(ascii: solution.isSimulated ? "1" : "0"))
    bytes.append(UInt8(ascii: "\n"))
  }

  private mutating func separate() { bytes.append(UInt8(ascii: ",")) }

  /// Appends a heading; what would be written as 360 is 0.
  private mutating func append(heading degrees: Double?) {
    append(degrees.map { $0 >= 359.999995 ? 0 : $0 })
  }

  private mutating func append(_ degrees: Double?) {
    guard let degrees else { return }
    append(fixed: degrees, decimals: 5)
  }

  /// Appends a number with a fixed count of decimals; the general formatter costs five times as much.
  private mutating func append(fixed value: Double, decimals: Int) {
    var power = 1.0
    for _ in 0..<decimals { power *= 10 }
    guard let scaled = Int64(exactly: (value * power).rounded()) else { return }
    if scaled < 0 { bytes.append(UInt8(ascii: "-")) }
    let magnitude = scaled.magnitude
    let unit = UInt64(power)
    append(digits: magnitude / unit, atLeast: 1)
    bytes.append(UInt8(ascii: "."))
    append(digits: magnitude % unit, atLeast: decimals)
  }

  private mutating func append(digits value: UInt64, atLeast count: Int) {
    var divisor: UInt64 = 1
    var length = 1
    while length < count || value / divisor >= 10 {
      divisor *= 10
      length += 1
    }
    while divisor > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / divisor % 10))
      divisor /= 10
    }
  }
}
