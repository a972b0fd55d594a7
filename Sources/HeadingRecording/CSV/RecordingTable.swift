import HeadingGeometry
import HeadingReplay
import HeadingSensing

/// Converts a growing MCAP recording to CSV: one row per measurement time.
///
/// The columns are those of ``RecordingReader``. A table contains the samples that the engine uses,
/// the fixes and UTC; other quantities, calibration, settings and updates are only in the MCAP
/// file. A sample that arrives seconds after newer ones is discarded.
public struct RecordingTable: Sendable {
  /// The header line, including its newline.
  public static let header = columns.map(\.name).joined(separator: ",") + "\n"

  private static let columns: [RecordingColumns.Column] = [
    .time, .universalTime, .gyroscopeX, .gyroscopeY, .gyroscopeZ, .accelerometerX,
    .accelerometerY, .accelerometerZ, .magnetometerX, .magnetometerY, .magnetometerZ, .pressure,
    .temperature, .load, .latitude, .longitude, .altitude, .ellipsoidalAltitude,
    .horizontalAccuracy, .verticalAccuracy, .speed, .speedAccuracy, .climbRate, .course,
    .waterSpeed, .simulated,
  ]

  private var table = TableBytes(header: Self.header)
  private var rows: RecordedRows?

  /// Creates an empty table.
  public init() {}

  /// Appends bytes of the MCAP file; the first call must include at least its magic bytes.
  ///
  /// - Returns: The rows that are complete, as CSV.
  /// - Throws: ``MCAPError`` for another format.
  public mutating func append(_ bytes: [UInt8]) throws(MCAPError) -> [UInt8] {
    if rows == nil { rows = try RecordedRows(bytes) } else { rows?.append(bytes) }
    while let row = try rows?.next() { append(row) }
    return table.take()
  }

  /// Returns the remaining rows at the end of the file, as CSV.
  public mutating func end() -> [UInt8] {
    while let row = rows?.nextOfRest() { append(row) }
    return table.take()
  }

  // The decimals resolve a hundredth of the best sensors' resolution.
  private mutating func append(_ row: RecordingRow) {
    table.append(fixed: row.time.seconds, decimals: 6)
    cell(row.universalTime?.secondsSince1970, 3)
    cells(row.angularRate, 7)
    cells(row.acceleration, 6)
    cells(row.magneticField.map { $0 / PhysicalConstants.microtesla }, 4)
    cell(row.pressure, 3)
    cell(row.temperature.map { $0 - PhysicalConstants.zeroCelsius }, 3)
    cell(row.load, 6)
    let fix = row.fix
    cell(fix?.coordinate.latitude, 9)
    cell(fix?.coordinate.longitude, 9)
    cell(fix?.altitude, 3)
    cell(fix?.ellipsoidalAltitude, 3)
    cell(fix?.horizontalAccuracy, 3)
    cell(fix?.verticalAccuracy, 3)
    cell(fix?.speed, 3)
    cell(fix?.speedAccuracy, 3)
    cell(fix?.climbRate, 3)
    cell(fix?.course?.degrees, 3)
    cell(row.waterSpeed, 3)
    table.separate()
    table.append(row.isSimulated ? "1" : "0")
    table.endRow()
  }

  private mutating func cells(_ vector: Vector3?, _ decimals: Int) {
    for value in [vector?.x, vector?.y, vector?.z] { cell(value, decimals) }
  }

  /// Appends a number: an empty cell if it is missing, `nan` if the sensor's sample is invalid.
  private mutating func cell(_ value: Double?, _ decimals: Int) {
    table.separate()
    guard let value else { return }
    if value.isFinite {
      table.append(fixed: value, decimals: decimals)
    } else {
      table.append("nan")
    }
  }
}
