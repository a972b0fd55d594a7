public import FoundationEssentials
public import HeadingReplay
public import HeadingSensing

/// Reads a recording row by row: a table in CSV, or the samples and fixes of an MCAP file.
///
/// The first bytes determine the format. In CSV the first line names the columns: `t` (s),
/// `gyr_x,gyr_y,gyr_z` (rad/s), `acc_x,…` (m/s²), `mag_x,…` (µT), and optionally `utc` (Unix
/// seconds), `pressure` (Pa), `temperature` (°C), `latitude,longitude` (°), `altitude` (m above
/// mean sea level), `ellipsoidal_altitude` (m), `horizontal_accuracy`, `vertical_accuracy` (m),
/// `speed`, `climb_rate` (m/s), `course` (°), `speed_accuracy` (m/s), `load` (a current or
/// throttle), `simulated` (1 or `true` in rows that are). Other columns are ignored. Body frame: x
/// right, y forward, z up. In MCAP each row has the measurements of one time.
public struct RecordingReader: RecordingRowSource {
  /// Number of bad rows that are kept with their reasons; further ones are only counted.
  public static let keptBadRows = 100

  // Exactly one of the two is set.
  private var table: TableRows?
  private var events: RecordedRows?

  /// First row of an MCAP file: the engine's configuration precedes it.
  private var ahead: RecordingRow?
  private var eventRowCount = 0

  /// The error that ended the reading of an MCAP file; `nil` if there was none.
  public private(set) var damage: MCAPError?

  /// Opens a recording.
  ///
  /// - Parameter content: The whole file; may be memory-mapped.
  /// - Throws: ``RecordingError`` if the header is invalid.
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

  /// Number of bad rows of a table.
  public var badRowCount: Int { table?.badRowCount ?? 0 }

  /// Number of good rows.
  public var rowCount: Int { table?.rowCount ?? eventRowCount }

  /// Whether rows can contain UTC.
  public var hasUniversalTime: Bool { table?.hasUniversalTime ?? (ahead?.universalTime != nil) }

  /// Whether rows can contain a magnetometer reading.
  public var hasMagneticField: Bool { table?.hasMagneticField ?? true }

  /// Whether it is a truncated MCAP file.
  public var isCut: Bool { events?.isCut ?? false }

  /// The calibration at the beginning of an MCAP file; `nil` if there was none.
  public var calibration: CalibrationParameters? { events?.calibration }

  /// The settings at the beginning of an MCAP file; `nil` for a table.
  public var settings: EngineSettings? { events?.settings }

  /// The setup at the beginning of an MCAP file; `nil` for a table.
  public var setup: RecordingSetup? { events?.setup }

  /// The next readable row; `nil` at the end.
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
