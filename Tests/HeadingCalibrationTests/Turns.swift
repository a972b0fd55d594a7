import HeadingCalibration
import HeadingGeometry
import HeadingSensing
import RealModule

/// Synthetic readings of a rotated magnetometer, with ground truth.
struct Turns {
  static let strength = 48e-6
  static let inclination = Angle(degrees: 65)
  static let hardIron = Vector3(35e-6, -60e-6, 20e-6)
  static let field =
    Vector3(0, inclination.cosine, -inclination.sine) * strength

  /// The reference field.
  static var place: CalibrationPriors {
    var knowledge = CalibrationPriors(fieldStrength: strength, inclination: inclination)
    knowledge.inclinationUncertainty = Angle(degrees: 0.02)
    return knowledge
  }

  var distortion = Matrix3(
    rows: Vector3(1.06, 0.03, -0.02), Vector3(0.03, 0.95, 0.04), Vector3(-0.02, 0.04, 1.02))
  var samples: [CalibrationSample] = []
  private var state: UInt64 = 7

  /// Two turns, or the number given, tilted to and fro.
  ///
  /// A slow turn, of a long interval between the samples, has no centripetal force.
  init(
    count: Int = 300, turns: Double = 2, tilt: Double, noise: Double = 0.5e-6,
    interval: Double = 0.02, hasGyroscope: Bool = false, distortion: Matrix3? = nil
  ) {
    if let distortion { self.distortion = distortion }
    for index in 0..<count {
      let part = Double(index) / Double(count)
      let attitude = Self.attitude(part, turns, tilt)
      let raw =
        self.distortion * (attitude.conjugate * Self.field) + Self.hardIron + normals() * noise
      let up = attitude.conjugate * Vector3(0, 0, 1) + normals() * Angle(degrees: 1).radians
      var sample = CalibrationSample(
        time: BootTime(seconds: 1 + interval * Double(index)), field: raw,
        specificForce: up * PhysicalConstants.standardGravity)
      if hasGyroscope {
        let before = Self.attitude(part - 1e-6, turns, tilt)
        let after = Self.attitude(part + 1e-6, turns, tilt)
        sample.angularRate =
          (before.conjugate * after).rotationVector / (2e-6 * Double(count) * interval)
      }
      samples.append(sample)
    }
  }

  private static func attitude(_ part: Double, _ turns: Double, _ tilt: Double) -> Quaternion {
    func swing(_ times: Double, _ phase: Double) -> Angle {
      Angle(degrees: tilt * Angle(radians: times * 2 * .pi * part + phase).sine)
    }
    return AttitudeAngles(
      heading: Angle(radians: 2 * .pi * turns * part), pitch: swing(7, 0), roll: swing(5, 1)
    ).quaternion
  }

  /// Sum of twelve uniform numbers, approximately normal, the same on every platform.
  mutating func normals() -> Vector3 {
    func normal() -> Double {
      var sum = -6.0
      for _ in 0..<12 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        sum += Double(state >> 11) / 9_007_199_254_740_992
      }
      return sum
    }
    return Vector3(normal(), normal(), normal())
  }

  /// Largest heading error, degrees, of a calibration in level or tilted attitude.
  func largestError(_ calibration: CalibrationParameters, tilt: Double = 0) -> Double {
    var largest = 0.0
    for heading in 0..<36 {
      for side in 0..<(tilt == 0 ? 1 : 8) {
        let axis = Angle(degrees: 45 * Double(side))
        let attitude =
          Quaternion(angle: Angle(degrees: 10 * Double(heading)), axis: Vector3(0, 0, 1))
          * Quaternion(angle: Angle(degrees: tilt), axis: Vector3(axis.cosine, axis.sine, 0))
        let raw = distortion * (attitude.conjugate * Self.field) + Self.hardIron
        let shown = attitude * (calibration.softIron * (raw - calibration.hardIron))
        largest = max(largest, abs(Angle(radians: .atan2(y: shown.x, x: shown.y)).degrees))
      }
    }
    return largest
  }
}
