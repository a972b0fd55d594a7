import FoundationEssentials

/// Why a calibration profile was refused.
public enum ProfileError: Error, Sendable, Hashable {
  /// The file cannot be read; with the system's reason.
  case unreadable(path: String, reason: String)

  /// The file is not JSON, or is truncated.
  case torn(path: String, reason: String)

  /// The file was altered: its checksum does not match.
  case altered(path: String, stated: String, found: String)

  /// The calibration is older than the limit.
  case stale(path: String, years: Double)

  /// There is no profile with this name or number.
  case unknown(name: String, folder: String)

  /// There are profiles of several sensors, or of none, and none was specified.
  case ambiguous(sensors: [String])

  /// A field is missing, has the wrong type, or is unknown.
  case malformed(path: String, field: String, reason: String)

  /// A newer version of the format.
  case unsupportedVersion(path: String, version: Int)

  /// The values are implausible for a calibration.
  case implausible(path: String, field: String, reason: String)

  /// The profile belongs to another sensor.
  case foreign(path: String, profile: String, sensor: String)

  /// The profile was made with simulated sensors, and the sensor is real.
  case simulated(path: String, sensor: String)

  /// The file cannot be written; with the system's reason, and whether it failed after the file was
  /// created.
  case unwritable(path: String, reason: String, isMidway: Bool = false)
}

extension ProfileError {
  /// Writing a file failed.
  static func unwritable(writing file: URL, _ error: any Error) -> ProfileError {
    .unwritable(
      path: file.path, reason: FileReason.text(error), isMidway: FileReason.isMidway(error))
  }
}

extension ProfileError: CustomStringConvertible {
  /// The reason and the recommended action.
  public var description: String {
    switch self {
    case .unreadable(let path, let reason):
      "the calibration profile \(path) cannot be read: \(reason)"
    case .torn(let path, let reason):
      "the calibration profile \(path) is not complete JSON (\(reason)); restore it or calibrate again"
    case .altered(let path, let stated, let found):
      "the calibration profile \(path) was altered after it was written (its checksum is \(stated), "
        + "its content has \(found)); restore it, or remove the line `checksum` if intended"
    case .stale(let path, let years):
      "the calibration profile \(path) is \(Int(years)) years old; calibrate again"
    case .unknown(let name, let folder):
      "no calibration profile \(name) is kept in \(folder); `compass profiles list` shows all"
    case .ambiguous(let sensors):
      sensors.isEmpty
        ? "no calibration profile is kept; `compass calibrate` makes one"
        : "profiles of several sensors are kept; say which: " + sensors.joined(separator: ", ")
    case .malformed(let path, let field, let reason):
      "the calibration profile \(path) has a bad field \(field): \(reason); "
        + "see calibration/profile.schema.json"
    case .unsupportedVersion(let path, let version):
      "the calibration profile \(path) has version \(version); this program knows version "
        + "\(CalibrationProfile.currentVersion): update the program"
    case .implausible(let path, let field, let reason):
      "the calibration profile \(path) is implausible: \(field) \(reason); calibrate again"
    case .foreign(let path, let profile, let sensor):
      "the calibration profile \(path) is of \(profile), the sensor is \(sensor); "
        + "calibrate this sensor"
    case .simulated(let path, let sensor):
      "the calibration profile \(path) was made with SIMULATED sensors, and \(sensor) is real; "
        + "calibrate this sensor"
    case .unwritable(let path, let reason, _):
      "the calibration profile \(path) cannot be written: \(reason)"
    }
  }
}
