import HeadingEngine
import HeadingGeodesy
import HeadingGeometry
import HeadingNavigation
import HeadingSensing
import VehicleSimulation

/// Errors of the engine's solutions over the runs of one vehicle.
struct VehicleStatistics {
  /// Solutions before this time are not evaluated, s.
  private static let begin = 30.0

  var heading = ErrorStatistics()
  var position = ErrorStatistics()
  var velocity = ErrorStatistics()
  var altitude = ErrorStatistics()
  var climb = ErrorStatistics()
  /// Error of the relative altitude accumulated within a minute, m; it has no stated bound.
  var relative = ErrorStatistics()
  /// Mean of the squared innovations, and the number, by measurement.
  var innovations: [(name: String, sum: Double, count: Double)] = []

  /// Runs a vehicle and adds its errors.
  mutating func run(_ vehicle: SimulatedVehicle, seconds: Double) {
    let recording = vehicle.recording(seconds: seconds)
    var engine = HeadingEngine()
    var settings = EngineSettings()
    settings.motion = vehicle.kind.motion
    engine.absorb(.settings(BootTime(seconds: 0), settings))
    heading.begin()
    position.begin()
    velocity.begin()
    altitude.begin()
    climb.begin()
    relative.begin()
    var heights: [Double] = []
    for event in recording.events {
      engine.absorb(event)
      guard case .angularRate(let sample) = event else { continue }
      let index = Int((sample.time.seconds * 100).rounded())
      guard index % 10 == 0, recording.truth.indices.contains(index),
        sample.time.seconds >= Self.begin
      else { continue }
      let truth = recording.truth[index]
      let solution = engine.solution(at: sample.time)
      judge(solution, truth)
      guard let height = solution.relativeAltitude.value else { continue }
      heights.append(height - truth.altitude)
      if heights.count > 600 {
        relative.note(height - truth.altitude - heights[heights.count - 601], bound: 0.1)
      }
    }
    for (index, kind) in engine.innovations.enumerated() {
      if index >= innovations.count { innovations.append((kind.name, 0, 0)) }
      innovations[index].sum += kind.meanSquare * kind.count
      innovations[index].count += kind.count
    }
  }

  private mutating func judge(_ solution: HeadingSolution, _ truth: VehicleTruth) {
    if let value = solution.trueHeading.value, let bound = solution.trueHeadingAccuracy.value,
      truth.velocity.length > 0.2
    {
      heading.note(value.turn(from: truth.heading).degrees, bound: bound.degrees)
    }
    if let place = solution.coordinate.value, let bound = solution.horizontalAccuracy.value {
      let vector = LocalTangentPlane(origin: truth.coordinate, height: truth.altitude)
        .vector(to: place, height: truth.altitude)
      position.note((vector.x * vector.x + vector.y * vector.y).squareRoot(), bound: bound)
    }
    if let value = solution.velocity.value, let bound = solution.speedAccuracy.value {
      velocity.note(value.x - truth.velocity.x, bound: bound)
      velocity.note(value.y - truth.velocity.y, bound: bound)
    }
    if let value = solution.altitude.value, let bound = solution.verticalAccuracy.value {
      altitude.note(value - truth.altitude, bound: bound)
    }
    if let value = solution.climbRate.value, let bound = solution.climbRateAccuracy.value {
      climb.note(value - truth.velocity.z, bound: bound)
    }
  }
}
