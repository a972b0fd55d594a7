import HeadingGeometry
import HeadingSensing
import RealModule

/// The newest samples of a sensor, and how much they vary.
struct RecentVectors: Sendable {
  /// Seconds that are kept.
  static let length = 0.5

  private var samples: [VectorSample] = []

  mutating func add(_ sample: VectorSample) {
    guard sample.value.isFinite else { return }
    samples.append(sample)
    samples.removeAll { !(0...Self.length ~= sample.time.seconds(since: $0.time)) }
  }

  /// Their mean; `nil` of none.
  var mean: Vector3? {
    samples.isEmpty ? nil : samples.reduce(.zero) { $0 + $1.value } / Double(samples.count)
  }

  /// The largest standard deviation of a component; `nil` of fewer than five.
  var spread: Double? {
    guard samples.count >= 5, let mean else { return nil }
    let squares = samples.reduce(Vector3.zero) { $0 + ($1.value - mean) * ($1.value - mean) }
    return (squares / Double(samples.count)).max().squareRoot()
  }
}
