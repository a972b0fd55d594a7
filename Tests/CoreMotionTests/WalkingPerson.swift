import Foundation
import HeadingEngine
import HeadingGeometry
import HeadingLocationServices
import HeadingProtocol
import HeadingRuntime
import HeadingSensing
import Synchronization

/// A person's device: the test says what it measures, and it arrives before the call returns.
///
/// 1.8 steps a second while the person walks, sampled with 50 Hz.
final class WalkingPerson: SensorOrigin {
  typealias Samples = @Sendable (SampleMessage) -> Void
  typealias Updates = @Sendable (SolutionMessage) -> Void

  private struct State {
    var time = 5000.0
    var samples: Samples?
    var updates: Updates?
    var height = 100.0
  }

  private let state = Mutex(State())
  private let ready = AsyncStream.makeStream(of: Void.self)
  let isSimulated: Bool

  init(isSimulated: Bool = false) { self.isSimulated = isSimulated }

  var availability: SensorAvailability { SensorAvailability() }

  /// Time since the system started, s.
  var time: Double { state.withLock { $0.time } }

  func deliver(to receiver: @escaping Updates) async {
    state.withLock { $0.updates = receiver }
    ready.continuation.yield()
    try? await Task.sleep(for: .seconds(3600))
    state.withLock { $0.updates = nil }
  }

  func deliverSamples(to receiver: @escaping Samples) async {
    state.withLock { $0.samples = receiver }
    ready.continuation.yield()
    try? await Task.sleep(for: .seconds(3600))
    state.withLock { $0.samples = nil }
  }

  /// Waits until both streams are read.
  func begin() async {
    var count = 0
    for await _ in ready.stream {
      count += 1
      if count == 2 { return }
    }
  }

  /// Spends some seconds, each with an update.
  ///
  /// - Parameters:
  ///   - duration: The time, s.
  ///   - walks: Whether the person walks.
  ///   - speed: The speed of fixes, m/s; `nil` without fixes.
  ///   - climb: Vertical speed of the barometer's height, m/s; `nil` without a barometer.
  func spend(_ duration: Double, walks: Bool, speed: Double? = nil, climb: Double? = nil) {
    for index in 0..<Int(duration * 50) {
      let (time, samples, updates, height) = state.withLock { state in
        state.time += 0.02
        state.height += 0.02 * (climb ?? 0)
        return (state.time, state.samples, state.updates, state.height)
      }
      if index % 50 == 0 {
        var solution = HeadingSolution(time: BootTime(seconds: time), missing: .starting)
        if let speed {
          solution.speed = .known(speed)
          solution.speedAccuracy = .known(0.3)
          solution.fixAge = .known(0.2)
        }
        if climb != nil { solution.relativeAltitude = .known(height) }
        solution.isSimulated = isSimulated
        updates?(SolutionMessage(solution, latency: 0))
      }
      let phase = 2 * .pi * 1.8 * time
      let push = walks ? 2.5 * (sin(phase) + 0.3 * sin(2 * phase + 1)) : 0
      let event = SensorEvent.acceleration(
        VectorSample(
          time: BootTime(seconds: time), value: Vector3(0, 0, 9.80665 + push)))
      if let sample = SampleMessage(event, isSimulated: isSimulated) { samples?(sample) }
    }
  }
}
