/// Why a recording is refused.
public enum RecordingError: Error, Hashable, Sendable {
  /// There is no header line.
  case empty

  /// The header has no `t` column.
  case noTimeColumn

  /// The header has no complete sensor (three columns of `gyr_`, `acc_` or `mag_`).
  case noSensorColumns

  /// The header has other columns of the same sensor or position, but not this one.
  case missingColumn(String)

  /// The header has a column twice.
  case duplicateColumn(String)

  /// No row is readable; with the first reason.
  case noUsableRow(BadRow?)

  /// The MCAP file is unreadable.
  case damaged(MCAPError)
}

extension RecordingError: CustomStringConvertible {
  /// The reason and the expected content.
  public var description: String {
    switch self {
    case .empty: "it is empty; the first line must name the columns, such as t,gyr_x,…"
    case .noTimeColumn: "its header names no column t (seconds)"
    case .noSensorColumns:
      "its header names no sensor; expected gyr_x,gyr_y,gyr_z (rad/s), acc_x,acc_y,acc_z (m/s²) "
        + "or mag_x,mag_y,mag_z (µT)"
    case .missingColumn(let name):
      "its header names no column \(name), though others of the same sensor or place"
    case .duplicateColumn(let name): "its header names the column \(name) twice"
    case .noUsableRow(let bad?): "none of its rows can be read; \(bad)"
    case .noUsableRow(nil): "it has a header but no rows"
    case .damaged(let error): "\(error)"
    }
  }
}
