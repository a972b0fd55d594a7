import HeadingGeometry
public import HeadingSensing

/// The calibration in force: the answer to the command `calibration`.
public struct CalibrationMessage: Sendable, Hashable, Codable {
  /// `calibration`.
  public var kind: String
  /// Whether a calibration is in force.
  public var calibrated: Bool
  /// Hard iron offset [x, y, z], µT, body frame.
  public var hardIron: [Double]?
  /// Soft iron matrix, three rows.
  public var softIron: [[Double]]?
  /// Bias of the gyroscope [x, y, z], °/s, body frame; `nil` if it is not calibrated.
  public var gyroscopeBias: [Double]?
  /// Bias of the accelerometer [x, y, z], m/s², body frame; `nil` if it is not calibrated.
  public var accelerometerBias: [Double]?
  /// Predicted heading error, level, degrees, 1σ.
  public var headingError: Double?
  /// Number of the stored revision in force; `nil` if none is, or from an older server.
  public var revision: Int?

  enum CodingKeys: String, CodingKey {
    case kind = "class"
    case calibrated, revision
    case hardIron = "hard_iron"
    case softIron = "soft_iron"
    case gyroscopeBias = "gyroscope_bias"
    case accelerometerBias = "accelerometer_bias"
    case headingError = "heading_error"
  }

  /// Creates the message of a calibration, rounded; `nil` for none.
  public init(_ parameters: CalibrationParameters?) {
    kind = LineClass.calibration.rawValue
    calibrated = parameters != nil
    guard let parameters else { return }
    let offset = parameters.hardIron
    hardIron = [offset.x, offset.y, offset.z].map {
      WireNumber.rounded($0 / PhysicalConstants.microtesla, 3)
    }
    let rows = parameters.softIron.rows
    softIron = [rows.x, rows.y, rows.z].map { row in
      [row.x, row.y, row.z].map { WireNumber.rounded($0, 5) }
    }
    if parameters.gyroscopeBias != .zero {
      let bias = parameters.gyroscopeBias
      gyroscopeBias = [bias.x, bias.y, bias.z].map {
        WireNumber.rounded(Angle(radians: $0).degrees, 4)
      }
    }
    if parameters.hasAccelerometerCalibration {
      let bias = parameters.accelerometerBias
      accelerometerBias = [bias.x, bias.y, bias.z].map { WireNumber.rounded($0, 4) }
    }
    headingError = parameters.headingError.map { WireNumber.rounded($0.degrees, 3) }
  }
}
