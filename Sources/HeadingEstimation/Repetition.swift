import HeadingGeometry
import HeadingSensing

/// How long a sensor has said exactly the same on all axes, which noise does not let a real one do for long.
struct Repetition {
  /// When the value was first said.
  private(set) var since: BootTime?
  private var value: Vector3 = .zero
  private var newest = BootTime(nanoseconds: 0)
  private var count = 0

  /// Takes a sample.
  ///
  /// - Returns: Whether its value is a new one.
  @discardableResult
  mutating func update(_ sample: VectorSample) -> Bool {
    newest = sample.time
    if since != nil, sample.value == value {
      if count < .max { count += 1 }
      return false
    }
    value = sample.value
    since = sample.time
    count = 0
    return true
  }

  /// Seconds from the first to the newest sample of the value.
  var duration: Double { since.map { newest.seconds(since: $0) } ?? 0 }

  /// Whether the value has come again so long, s, that it is no measurement's; slow sensors that a recording repeats at
  /// another's rate stay below.
  func lasts(_ limit: Double) -> Bool { count >= 5 && duration > limit }
}
