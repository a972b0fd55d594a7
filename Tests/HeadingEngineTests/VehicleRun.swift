import HeadingEngine
import HeadingGeodesy
import HeadingGeometry
import HeadingSensing
import VehicleSimulation

/// The errors of an engine on a simulated vehicle's recording against ground truth.
struct VehicleRun {
  /// Errors of the heading and the bounds stated with them, degrees; only while the vehicle moves.
  var headings: [(error: Double, bound: Double)] = []

  /// Distances of the position and the bounds stated with them, m.
  var positions: [(error: Double, bound: Double)] = []

  /// Errors of the velocity's east and north components and their bounds, m/s.
  var velocities: [(error: Double, bound: Double)] = []

  /// Errors of altitude and their bounds, m.
  var altitudes: [(error: Double, bound: Double)] = []

  /// Errors of the climb rate and their bounds, m/s.
  var climbs: [(error: Double, bound: Double)] = []

  /// Reasons seen at any moment.
  var reasons: Reasons = []

  /// The newest solution and the truth at its time.
  var last: (solution: HeadingSolution, truth: VehicleTruth)?

  /// Runs a vehicle for some seconds, judged from `begin` on; `change` may alter or drop events,
  /// `order` put them into another order of arrival.
  init(
    _ vehicle: SimulatedVehicle, seconds: Double, from begin: Double = 30,
    motion: MotionConstraint? = nil, change: (SensorEvent) -> SensorEvent? = { $0 },
    order: ([SensorEvent]) -> [SensorEvent] = { $0 }
  ) {
    let recording = vehicle.recording(seconds: seconds)
    var engine = HeadingEngine()
    var settings = EngineSettings()
    settings.motion = motion ?? vehicle.kind.motion
    // The vehicles' gyroscopes have what a calibration leaves.
    settings.gyroscopeBias = EngineSettings.compensatedGyroscopeBias
    engine.absorb(.settings(BootTime(seconds: 0), settings))
    for original in order(recording.events) {
      guard let event = change(original), engine.absorb(event) else { continue }
      guard case .angularRate(let sample) = event else { continue }
      let index = Int((sample.time.seconds * 100).rounded())
      guard index % 10 == 0, recording.truth.indices.contains(index) else { continue }
      let truth = recording.truth[index]
      let solution = engine.solution(at: sample.time)
      reasons.formUnion(solution.reasons)
      last = (solution, truth)
      if sample.time.seconds >= begin { judge(solution, truth) }
    }
  }

  private mutating func judge(_ solution: HeadingSolution, _ truth: VehicleTruth) {
    if let heading = solution.trueHeading.value, let bound = solution.trueHeadingAccuracy.value,
      truth.velocity.length > 0.2
    {
      headings.append((heading.turn(from: truth.heading).degrees, bound.degrees))
    }
    if let place = solution.coordinate.value, let bound = solution.horizontalAccuracy.value {
      let vector = LocalTangentPlane(origin: truth.coordinate, height: truth.altitude)
        .vector(to: place, height: truth.altitude)
      positions.append(((vector.x * vector.x + vector.y * vector.y).squareRoot(), bound))
    }
    if let velocity = solution.velocity.value, let bound = solution.speedAccuracy.value {
      velocities.append((velocity.x - truth.velocity.x, bound))
      velocities.append((velocity.y - truth.velocity.y, bound))
    }
    if let altitude = solution.altitude.value, let bound = solution.verticalAccuracy.value {
      altitudes.append((altitude - truth.altitude, bound))
    }
    if let climb = solution.climbRate.value, let bound = solution.climbRateAccuracy.value {
      climbs.append((climb - truth.velocity.z, bound))
    }
  }
}

/// Root mean square.
func rootMeanSquare(_ values: [Double]) -> Double {
  guard !values.isEmpty else { return .infinity }
  return (values.reduce(0) { $0 + $1 * $1 } / Double(values.count)).squareRoot()
}

/// The share of errors within the bound stated with them.
func coverage(_ pairs: [(error: Double, bound: Double)]) -> Double {
  guard !pairs.isEmpty else { return 0 }
  return Double(pairs.count { abs($0.error) <= $0.bound }) / Double(pairs.count)
}
