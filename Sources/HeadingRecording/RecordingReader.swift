public import Foundation
public import HeadingSensing

/// Reads a recording row by row: a table in CSV, or the samples and fixes of an MCAP file.
///
/// Which of the two it is, its first bytes say. Of CSV the first line names the columns: `t` (s),
/// `gyr_x,gyr_y,gyr_z` (rad/s), `acc_x,…` (m/s²), `mag_x,…` (µT), and optionally `utc` (Unix seconds), `pressure`
/// (Pa), `temperature` (°C), `latitude,longitude` (°), `altitude` (m above mean sea level), `ellipsoidal_altitude`
/// (m), `horizontal_accuracy`, `vertical_accuracy` (m), `speed`, `climb_rate` (m/s), `course` (°),
/// `speed_accuracy` (m/s), `load` (a current or throttle), `simulated` (1 or `true` in rows that are). Other columns
/// are ignored. Body frame: x right, y forward, z up. Of MCAP each row is what was measured at one moment.
public struct RecordingReader {
  /// How many bad rows are kept with their reasons; further ones are only counted.
  public static let keptBadRows = 100

  // One of the two is there.
  private var table: TableRows?
  private var events: RecordedRows?

  /// The first row of an MCAP file: what configures the engine stands before it.
  private var ahead: RecordingRow?
  private var eventRowCount = 0

  /// Why an MCAP file could not be read to its end; `nil` if it was.
  public private(set) var damage: MCAPError?

  /// Opens a recording.
  ///
  /// - Parameter content: The whole file; may be memory-mapped.
  /// - Throws: ``RecordingError`` if the header cannot be used.
  public init(_ content: Data) throws(RecordingError) {
    guard MCAPReader.recognizes(content.prefix(8)) else {
      table = try TableRows(content)
      return
    }
    do throws(MCAPError) {
      events = try RecordedRows(Array(content))
    } catch {
      throw .damaged(error)
    }
    ahead = nextOfEvents()
  }

  /// The first bad rows of a table, at most ``keptBadRows``.
  public var badRows: [BadRow] { table?.badRows ?? [] }

  /// How many rows of a table were bad.
  public var badRowCount: Int { table?.badRowCount ?? 0 }

  /// How many rows were good.
  public var rowCount: Int { table?.rowCount ?? eventRowCount }

  /// Whether rows may tell their own date and time of day.
  public var hasUniversalTime: Bool { table?.hasUniversalTime ?? (ahead?.universalTime != nil) }

  /// Whether there may be readings of a magnetometer: a table without its columns has none.
  public var hasMagneticField: Bool { table?.hasMagneticField ?? true }

  /// Whether it is an MCAP file that was cut off.
  public var isCut: Bool { events?.isCut ?? false }

  /// What an MCAP file says of the calibration that was in force as it began; `nil` if none was.
  public var calibration: CalibrationParameters? { events?.calibration }

  /// What an MCAP file says of the settings that were in force as it began; `nil` of a table.
  public var settings: EngineSettings? { events?.settings }

  /// The next row that can be read; `nil` at the end.
  public mutating func next() -> RecordingRow? {
    guard table == nil else { return table?.next() }
    guard let row = ahead ?? nextOfEvents() else { return nil }
    ahead = nil
    eventRowCount += 1
    return row
  }

  private mutating func nextOfEvents() -> RecordingRow? {
    do throws(MCAPError) {
      if let row = try events?.next() { return row }
    } catch {
      damage = error
    }
    return events?.nextOfRest()
  }
}
