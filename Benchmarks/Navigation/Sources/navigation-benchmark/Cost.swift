import CAllocationCount
import Foundation
import HeadingEngine
import HeadingSensing
import VehicleSimulation

/// Time and allocations per inertial sample with all functions on and a solution each.
enum Cost {
  /// Measures minutes of a car's drive.
  static func text() -> String {
    let recording = SimulatedVehicle(kind: .car, seed: 1).recording(seconds: 120)
    var settings = EngineSettings()
    settings.motion = .forward
    var best = Double.infinity
    var requests: UInt = 0
    var samples = 0
    for _ in 0..<5 {
      var engine = HeadingEngine()
      engine.absorb(.settings(BootTime(seconds: 0), settings))
      var began = ContinuousClock.now
      var before = allocation_count()
      samples = 0
      for event in recording.events {
        let solution = engine.process(event)
        guard case .angularRate(let sample) = event else { continue }
        if sample.time.seconds < 30 {
          began = .now
          before = allocation_count()
        } else {
          samples += solution == nil ? 0 : 1
        }
      }
      requests = allocation_count() - before
      let elapsed = began.duration(to: .now)
      let seconds =
        Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
      best = min(best, seconds / Double(max(samples, 1)))
    }
    return String(
      format: "  %.2f µs per inertial sample (100 Hz, barometer 25 Hz, field 50 Hz, fixes 5 Hz); "
        + "%lu requests for memory in %d samples", best * 1e6, requests, samples)
  }
}
