import HeadingGeometry

/// The bridges of a MEMSIC AMR sensor: polarity by set and reset pulses, and an offset.
struct MMCBridge {
  /// Offset of the bridge, G: what set and reset pulses remove.
  var offset = Vector3(0, 0, 0)

  private var polarity = 1.0
  private var pulsed: Int64 = 0
  private var started: Int64?

  /// Gives a pulse, 1 ms before the next measurement may begin.
  mutating func pulse(isSet: Bool, at time: Int64) {
    polarity = isSet ? 1 : -1
    pulsed = time
    started = nil
  }

  /// Begins a measurement.
  mutating func start(at time: Int64) { started = time }

  /// The output of the measurement in progress in G, if it has ended.
  mutating func output(_ gauss: Vector3, duration: Int64, at time: Int64) -> Vector3? {
    guard let start = started, time - start >= duration else { return nil }
    started = nil
    // Without the pause the film is still being magnetized.
    let sensitivity = start - pulsed >= 1_000_000 ? 1.0 : 0.3
    return gauss * polarity * sensitivity + offset
  }
}
