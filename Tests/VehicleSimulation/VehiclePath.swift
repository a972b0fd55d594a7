import HeadingGeometry
import RealModule

/// Path of a simulated vehicle: a smooth function of time, different for every seed.
struct VehiclePath: Sendable {
  let kind: VehicleKind

  /// Time from which a car drives straight, s, without stops in the whole run; `nil` for never.
  let straightFrom: Double?

  /// Random numbers 0…1 that make one run different from another.
  private let variety: [Double]

  init(kind: VehicleKind, seed: UInt64, straightFrom: Double? = nil) {
    self.kind = kind
    self.straightFrom = straightFrom
    var random = RandomNumbers(seed: seed &+ 77)
    variety = (0..<64).map { _ in random.uniform() }
  }

  /// A random number in a range, constant for an index.
  func pick(_ index: Int, _ low: Double, _ high: Double) -> Double {
    low + (high - low) * variety[index % variety.count]
  }

  /// A sine with a random phase.
  func wave(_ time: Double, period: Double, phase index: Int) -> Double {
    Double.sin(2 * .pi * (time / period + pick(index, 0, 1)))
  }

  /// Side slip with a root mean square of 1: sines with periods of 1.3 to 19 s, equal amplitudes, random phases.
  ///
  /// An estimator would average out a single sine.
  func slip(_ time: Double) -> Double {
    var sum = 0.0
    for (index, period) in [1.3, 2.3, 4.1, 7, 11.7, 19].enumerated() {
      sum += wave(time, period: period, phase: 50 + index)
    }
    return sum / 3.0.squareRoot()
  }

  /// Smooth step from 0 before `start` to 1 after `end` with a continuous second derivative.
  func ease(_ time: Double, from start: Double, to end: Double) -> Double {
    let x = min(max((time - start) / (end - start), 0), 1)
    return x * x * x * (10 - 15 * x + 6 * x * x)
  }

  /// Integral of ``ease(_:from:to:)`` over time.
  func integral(_ time: Double, from start: Double, to end: Double) -> Double {
    let length = end - start
    let x = min(max((time - start) / length, 0), 1)
    let inside = length * (x * x * x * x * (2.5 - 3 * x + x * x))
    return inside + max(0, time - end)
  }

  /// Distance of the sensors in front of the non-steering axle, m.
  private var axleDistance: Double {
    switch kind {
    case .car: pick(61, 0.3, 2)
    case .rover: pick(61, -0.1, 0.2)
    case .walker, .boat, .glider: 0
    }
  }

  /// Attitude of the vehicle and velocity of the sensors at a time, s.
  func pose(at time: Double) -> VehiclePose {
    var pose = axlePose(at: time)
    guard axleDistance != 0 else { return pose }
    pose.velocity += pose.angles.quaternion * rate(at: time).cross(Vector3(0, axleDistance, 0))
    return pose
  }

  /// Attitude and velocity of the axle.
  private func axlePose(at time: Double) -> VehiclePose {
    switch kind {
    case .walker: walker(time)
    case .rover: rover(time)
    case .boat: boat(time)
    case .car: car(time)
    case .glider: glider(time)
    }
  }

  /// Velocity from speed, course and climb rate, m/s, ENU.
  func velocity(speed: Double, course: Double, up: Double = 0) -> Vector3 {
    Vector3(speed * Double.sin(course), speed * Double.cos(course), up)
  }

  /// Angular rate, rad/s, body frame.
  func rate(at time: Double) -> Vector3 {
    let half = 1e-3
    let before = axlePose(at: time - half).angles.quaternion
    let after = axlePose(at: time + half).angles.quaternion
    return (before.conjugate * after).rotationVector / (2 * half)
  }

  /// Acceleration over ground, m/s², ENU.
  func acceleration(at time: Double) -> Vector3 {
    let half = 1e-3
    return (pose(at: time + half).velocity - pose(at: time - half).velocity) / (2 * half)
  }
}
