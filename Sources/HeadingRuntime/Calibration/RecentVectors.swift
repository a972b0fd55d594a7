package import HeadingGeometry
package import HeadingSensing

/// Sliding window of a sensor's samples with mean and standard deviation.
package struct RecentVectors: Sendable {
  /// Length of the window, s.
  private static let length = 0.5

  /// Samples that are kept at most, if the times of a sensor do not advance.
  private static let most = 256

  private var samples: [VectorSample] = []

  /// Creates an empty window.
  package init() {}

  /// Adds a sample; one that is not finite is ignored.
  package mutating func add(_ sample: VectorSample) {
    guard sample.value.isFinite else { return }
    if samples.count == Self.most { samples.removeFirst() }
    samples.append(sample)
    samples.removeAll { !(0...Self.length ~= sample.time.seconds(since: $0.time)) }
  }

  /// Mean of the samples; `nil` if there is none.
  package var mean: Vector3? {
    samples.isEmpty ? nil : samples.reduce(.zero) { $0 + $1.value } / Double(samples.count)
  }

  /// Largest standard deviation of a component; `nil` for fewer than five samples.
  package var spread: Double? {
    guard samples.count >= 5, let mean else { return nil }
    let squares = samples.reduce(Vector3.zero) { $0 + ($1.value - mean) * ($1.value - mean) }
    return (squares / Double(samples.count)).max().squareRoot()
  }
}
