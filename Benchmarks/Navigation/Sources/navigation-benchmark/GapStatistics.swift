import Foundation
import HeadingEngine
import HeadingGeodesy
import HeadingGeometry
import HeadingSensing
import VehicleSimulation

/// Thirty seconds without fixes, straight on.
struct GapStatistics {
  private static let begin = 70.0
  private static let end = 100.0

  /// Position errors at the end, and their increase along and across the path, as shares of its length.
  private(set) var shares: [Double] = []
  private(set) var along: [Double] = []
  private(set) var across: [Double] = []
  private(set) var added: [Double] = []
  /// The stated bounds as shares of the path length, and their coverage.
  private(set) var bounds: [Double] = []
  private(set) var covered = 0

  /// Runs a vehicle and adds its errors.
  ///
  /// - Parameters:
  ///   - seed: Seed of the run.
  ///   - vibration: White vibration of the board, m/s²; `nil` for the default.
  mutating func run(seed: UInt64, vibration: Double? = nil) {
    var vehicle = SimulatedVehicle(kind: .car, seed: seed)
    vehicle.errors.vibration = vibration ?? vehicle.errors.vibration
    vehicle.straightFrom = Self.begin - 10
    vehicle.gaps = [Self.begin...1000]
    let recording = vehicle.recording(seconds: Self.end + 0.05)
    var engine = HeadingEngine()
    var settings = EngineSettings()
    settings.motion = .forward
    engine.absorb(.settings(BootTime(seconds: 0), settings))
    var start = Vector3.zero
    var startDistance = 0.0
    for event in recording.events {
      engine.absorb(event)
      guard case .angularRate(let sample) = event else { continue }
      let index = Int((sample.time.seconds * 100).rounded())
      guard index == Int(Self.begin * 100) || index == Int(Self.end * 100) else { continue }
      let truth = recording.truth[index]
      let solution = engine.solution(at: sample.time)
      guard let place = solution.coordinate.value, let bound = solution.horizontalAccuracy.value
      else { continue }
      let vector = LocalTangentPlane(origin: truth.coordinate, height: truth.altitude)
        .vector(to: place, height: truth.altitude)
      guard index == Int(Self.end * 100) else {
        start = vector
        startDistance = truth.distance
        continue
      }
      let way = truth.distance - startDistance
      let error = (vector.x * vector.x + vector.y * vector.y).squareRoot()
      let (s, c) = (truth.heading.angle.sine, truth.heading.angle.cosine)
      let change = vector - start
      shares.append(error / way)
      along.append((change.x * s + change.y * c) / way)
      across.append((change.x * c - change.y * s) / way)
      added.append((change.x * change.x + change.y * change.y).squareRoot() / way)
      bounds.append(bound / way)
      if error <= bound { covered += 1 }
    }
  }

  /// Lines of text, shares in percent.
  var text: String {
    func percent(_ values: [Double]) -> Double {
      100 * (values.reduce(0) { $0 + $1 * $1 } / Double(max(values.count, 1))).squareRoot()
    }
    let sorted = shares.sorted()
    let mean = 100 * shares.reduce(0, +) / Double(max(shares.count, 1))
    return String(
      format: """
          %% of the way: mean %.2f, root mean square %.2f, median %.2f, worst %.2f; %d of %d below 1
          added by the gap: %.2f (along %.2f, across %.2f); %d of %d below 1; stated %.2f, held in %.0f %%
        """,
      mean, percent(shares), 100 * (sorted.isEmpty ? .nan : sorted[sorted.count / 2]),
      100 * (sorted.last ?? .nan), shares.count { $0 < 0.01 }, shares.count, percent(added),
      percent(along), percent(across), added.count { $0 < 0.01 }, shares.count, percent(bounds),
      100 * Double(covered) / Double(max(shares.count, 1)))
  }
}
