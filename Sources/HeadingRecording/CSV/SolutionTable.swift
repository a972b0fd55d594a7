public import HeadingEngine
import HeadingGeometry
import HeadingSensing

/// Writes solutions as CSV, one row each; missing values are empty.
///
/// Columns: `t` (s), `q_w,q_x,q_y,q_z` (body to magnetic ENU), `magnetic_heading`, `true_heading`,
/// `heading_accuracy`, `heading_accuracy_95` (°), `status`, `simulated` (1 of simulated sensors,
/// else 0).
public struct SolutionTable {
  /// The header line, with its line end.
  public static let header =
    "t,q_w,q_x,q_y,q_z,magnetic_heading,true_heading,heading_accuracy,heading_accuracy_95,status,"
    + "simulated\n"

  private var table = TableBytes(header: Self.header)

  /// Creates a table with the header.
  public init() {}

  /// The bytes that are not taken yet.
  public var bytes: [UInt8] { table.bytes }

  /// Returns the written bytes and empties the table.
  public mutating func take() -> [UInt8] { table.take() }

  /// Appends a row.
  public mutating func append(_ solution: HeadingSolution) {
    table.append(fixed: solution.time.seconds, decimals: 6)
    if let attitude = solution.attitude.value {
      for component in [attitude.w, attitude.vector.x, attitude.vector.y, attitude.vector.z] {
        table.separate()
        table.append(fixed: component, decimals: 9)
      }
    } else {
      for _ in 0..<4 { table.separate() }
    }
    table.separate()
    append(heading: solution.magneticHeading.value?.degrees)
    table.separate()
    append(heading: solution.trueHeading.value?.degrees)
    table.separate()
    append(solution.headingAccuracy.value?.degrees)
    table.separate()
    append(solution.headingAccuracy95.value?.degrees)
    table.separate()
    table.append(solution.status.name)
    table.separate()
    table.append(solution.isSimulated ? "1" : "0")
    table.endRow()
  }

  /// Appends a heading; a value that rounds to 360 is written as 0.
  private mutating func append(heading degrees: Double?) {
    append(degrees.map { $0 >= 359.999995 ? 0 : $0 })
  }

  private mutating func append(_ degrees: Double?) {
    guard let degrees else { return }
    table.append(fixed: degrees, decimals: 5)
  }
}
