import Foundation
import HeadingGeometry
import HeadingSensing

/// The profile as it stands in the file, in the file's units.
struct ProfileDocument: Codable {
  struct Sensor: Codable {
    var name: String
    var label: String?
  }

  struct Place: Codable {
    var latitude: Double
    var longitude: Double
  }

  struct PredictedError: Codable {
    var level: Double
    var tilt20: Double?
    var tilt45: Double?
  }

  struct Accelerometer: Codable {
    var bias: [Double]
    var scale: [[Double]]
  }

  var version: Int
  var sensor: Sensor?
  var created: String?
  var place: Place?
  var mountMatrix: [[Double]]?
  var fieldStrength: Double?
  var inclination: Double?
  var hardIron: [Double]
  var softIron: [[Double]]
  var predictedHeadingError: PredictedError?
  var accelerometer: Accelerometer?
  var gyroscopeBias: [Double]?

  init(_ profile: CalibrationProfile) {
    let microtesla = PhysicalConstants.microtesla
    let parameters = profile.parameters
    version = CalibrationProfile.currentVersion
    sensor = profile.sensor.map { Sensor(name: $0.name, label: $0.label) }
    created = profile.created.map {
      Date(timeIntervalSince1970: $0.secondsSince1970).formatted(.iso8601)
    }
    place = profile.place.map { Place(latitude: $0.latitude, longitude: $0.longitude) }
    mountMatrix = profile.mount.map { Self.rows($0.matrix) }
    fieldStrength = profile.fieldStrength.map { $0 / microtesla }
    inclination = profile.inclination?.degrees
    hardIron = Self.elements(parameters.hardIron / microtesla)
    softIron = Self.rows(parameters.softIron)
    predictedHeadingError = parameters.headingError.map { PredictedError(level: $0.degrees) }
    if parameters.accelerometerBias != .zero || parameters.accelerometerScale != .identity {
      accelerometer = Accelerometer(
        bias: Self.elements(parameters.accelerometerBias),
        scale: Self.rows(parameters.accelerometerScale))
    }
    if parameters.gyroscopeBias != .zero {
      gyroscopeBias = Self.elements(parameters.gyroscopeBias)
    }
  }

  /// The profile, checked.
  func profile(path: String) throws(ProfileError) -> CalibrationProfile {
    guard version == CalibrationProfile.currentVersion else {
      throw .unsupportedVersion(path: path, version: version)
    }
    let microtesla = PhysicalConstants.microtesla
    var parameters = CalibrationParameters()
    parameters.hardIron = try vector(hardIron, "hard_iron", path) * microtesla
    parameters.softIron = try matrix(softIron, "soft_iron", path)
    if let accelerometer {
      parameters.accelerometerBias = try vector(accelerometer.bias, "accelerometer.bias", path)
      parameters.accelerometerScale = try matrix(accelerometer.scale, "accelerometer.scale", path)
    }
    if let gyroscopeBias {
      parameters.gyroscopeBias = try vector(gyroscopeBias, "gyroscope_bias", path)
    }
    try checkPlausible(parameters, path)
    if let level = predictedHeadingError?.level {
      guard level.isFinite, level >= 0, level <= 180 else {
        throw .implausible(
          path: path, field: "predicted_heading_error.level", reason: "is not within 0…180°")
      }
      parameters.headingError = Angle(degrees: level)
    }
    var profile = CalibrationProfile(parameters: parameters)
    profile.sensor = sensor.map { CalibrationProfile.Sensor(name: $0.name, label: $0.label) }
    if let created {
      guard let date = try? Date(created, strategy: .iso8601) else {
        throw .malformed(path: path, field: "created", reason: "is not an RFC 3339 time")
      }
      profile.created = UniversalTime(secondsSince1970: date.timeIntervalSince1970)
    }
    if let place {
      guard let coordinate = Coordinate(latitude: place.latitude, longitude: place.longitude)
      else { throw .malformed(path: path, field: "place", reason: "is not on the Earth") }
      profile.place = coordinate
    }
    if let mountMatrix {
      let matrix = try matrix(mountMatrix, "mount_matrix", path)
      do throws(MountMatrixError) {
        profile.mount = try MountMatrix(matrix)
      } catch {
        throw .malformed(path: path, field: "mount_matrix", reason: error.description)
      }
    }
    profile.fieldStrength = fieldStrength.map { $0 * microtesla }
    profile.inclination = inclination.map { Angle(degrees: $0) }
    return profile
  }

  private func checkPlausible(
    _ parameters: CalibrationParameters, _ path: String
  ) throws(ProfileError) {
    // No magnetometer's range is beyond 5 mT, and no board bends the field by more than half.
    guard parameters.hardIron.length < 0.005 else {
      throw .implausible(path: path, field: "hard_iron", reason: "is beyond 5000 µT")
    }
    for (field, scale) in [
      ("soft_iron", parameters.softIron), ("accelerometer.scale", parameters.accelerometerScale),
    ] where !(scale.determinant > 0.05 && scale.determinant < 20) {
      throw .implausible(
        path: path, field: field, reason: "has the determinant \(scale.determinant), not about 1")
    }
  }

  private func vector(
    _ elements: [Double], _ field: String, _ path: String
  ) throws(ProfileError) -> Vector3 {
    guard elements.count == 3, elements.allSatisfy(\.isFinite) else {
      throw .malformed(path: path, field: field, reason: "is not three finite numbers")
    }
    return Vector3(elements[0], elements[1], elements[2])
  }

  private func matrix(
    _ rows: [[Double]], _ field: String, _ path: String
  ) throws(ProfileError) -> Matrix3 {
    guard rows.count == 3 else {
      throw .malformed(path: path, field: field, reason: "is not three rows")
    }
    return Matrix3(
      rows: try vector(rows[0], field, path), try vector(rows[1], field, path),
      try vector(rows[2], field, path))
  }

  private static func elements(_ vector: Vector3) -> [Double] { [vector.x, vector.y, vector.z] }

  private static func rows(_ matrix: Matrix3) -> [[Double]] {
    [elements(matrix.rows.x), elements(matrix.rows.y), elements(matrix.rows.z)]
  }
}
