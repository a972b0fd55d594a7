import Foundation
import HeadingCalibration
import HeadingGeometry
import HeadingSensing

/// One synthetic recording and its ground truth; µT.
struct Trial {
  static let strength = 48.0
  static let inclination = Angle(degrees: 65)
  static let hardIron = Vector3(35, -60, 20)
  static let fieldNoise = 0.5
  static let tiltNoise = Angle(degrees: 1)
  /// The gyroscope's noise a sample, rad/s, and bias, rad/s.
  static let rateNoise = 0.0017
  static let rateBias = 0.01

  /// The Earth's field, ENU with magnetic north.
  static let field =
    Vector3(0, inclination.cosine, -inclination.sine) * strength

  let session: Session
  let distortion: Matrix3
  let attitudes: [Quaternion]
  let samples: [CalibrationSample]

  init(_ motion: Motion, seed: UInt64, session: Session) {
    self.session = session
    let (count, rate) = (session.count, session.rate)
    let hasGyroscope = session.sensors.hasGyroscope
    var random = RandomNumbers(seed: seed)
    let scale = random.normals() * 0.06
    let cross = random.normals() * 0.04
    distortion = Matrix3(
      rows: Vector3(1 + scale.x, cross.x, cross.y), Vector3(cross.x, 1 + scale.y, cross.z),
      Vector3(cross.y, cross.z, 1 + scale.z))
    let bias = random.normals() * (session.sensors == .biasedGyroscope ? Self.rateBias : 0)
    // Without a gyroscope the sphere consists of random attitudes; with one it has to be a motion.
    let isRandom = motion == .fullSphere && !hasGyroscope
    var attitudes: [Quaternion] = []
    var samples: [CalibrationSample] = []
    for index in 0..<count {
      let part = Double(index) / Double(count)
      var attitude = motion.attitude(at: part)
      if isRandom {
        let vector = random.normals()
        attitude =
          Quaternion(w: random.normal(), x: vector.x, y: vector.y, z: vector.z).normalized
          ?? .identity
      }
      attitudes.append(attitude)
      var field =
        distortion * (attitude.conjugate * Self.field) + Self.hardIron
        + random.normals() * Self.fieldNoise
      if session.hasOutliers, random.uniform() < 0.05 { field += random.normals() * 20 }
      let up =
        attitude.conjugate * Vector3(0, 0, 1) + random.normals() * Self.tiltNoise.radians
      var sample = CalibrationSample(
        time: BootTime(seconds: 1 + Double(index) / rate),
        field: field * PhysicalConstants.microtesla,
        specificForce: up * PhysicalConstants.standardGravity)
      if hasGyroscope {
        let step = 1e-6
        let turn =
          motion.attitude(at: part - step).conjugate * motion.attitude(at: part + step)
        sample.angularRate =
          turn.rotationVector * (rate / (2 * step * Double(count))) + bias
          + random.normals() * Self.rateNoise
      }
      samples.append(sample)
    }
    self.attitudes = attitudes
    self.samples = samples
  }

  /// Mean square of the heading's error under a calibration, degrees²; over headings, and directions of tilt.
  func squaredError(_ calibration: CalibrationParameters, tilt: Double) -> Double {
    var sum = 0.0
    let attitudes = Self.attitudes(tilt: tilt)
    for attitude in attitudes {
      let raw = distortion * (attitude.conjugate * Self.field) + Self.hardIron
      let corrected =
        calibration.softIron * (raw - calibration.hardIron / PhysicalConstants.microtesla)
      let shown = attitude * corrected
      let error = Angle(radians: atan2(shown.x, shown.y)).degrees
      sum += error * error
    }
    return sum / Double(attitudes.count)
  }

  /// Headings each 10°, tilted about eight directions.
  static func attitudes(tilt: Double) -> [Quaternion] {
    var attitudes: [Quaternion] = []
    for heading in 0..<36 {
      for side in 0..<(tilt == 0 ? 1 : 8) {
        let axis = Angle(degrees: 45 * Double(side))
        attitudes.append(
          Quaternion(angle: Angle(degrees: -10 * Double(heading)), axis: Vector3(0, 0, 1))
            * Quaternion(
              angle: Angle(degrees: tilt), axis: Vector3(axis.cosine, axis.sine, 0)))
      }
    }
    return attitudes
  }
}
