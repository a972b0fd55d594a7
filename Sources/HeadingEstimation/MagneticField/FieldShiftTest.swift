import HeadingGeometry
import RealModule

/// Tests whether the local field has changed more slowly than a single block shows.
///
/// The filter takes the field's variation as a process that forgets within a second of motion. A field that turns over
/// many seconds, or stays turned, stays below the gate of every block, and the filter would follow it against a
/// gyroscope that knows better. The mean of the deviations from the field some seconds ago shows it: the variation
/// averages out, and the gyroscope's drift is bounded. The field some seconds ago is carried on with the gyroscope bias of
/// that time, because the tilt filter takes the bias from the same field.
struct FieldShiftTest {
  /// The local field when the test began, T, in the present levelled frame.
  private(set) var held = Vector3.zero
  /// Its variance, T² per component.
  private(set) var heldVariance = 0.0
  /// Mean deviation since then, T.
  private(set) var change = Vector3.zero
  /// Variance of the rotation about the vertical since then, without the drift's, rad².
  private var turnVariance = 0.0
  private var driftVariance = 0.0
  private var elapsed = 0.0
  private var end = length
  /// The gyroscope bias when the test began; `nil` before the first block.
  private var bias: GyroscopeBias?
  /// Change of the bias about the vertical since then, rad/s.
  private var biasChange = 0.0

  /// Time after which the reference is renewed, s: long against the variation, short against the gyroscope's drift.
  static let length = 30.0
  /// Gate of the normalized squared change of three components.
  private static let gate = 12.0
  /// Averaging time, s.
  static let averaging = 10.0

  /// What the deviation of a block consists of if the field has not changed.
  struct Expected {
    /// Variance of the variation, T² per component, and its correlation time, s.
    var variation: Double
    var variationTime: Double
    /// Variance of the contributions of iron, tilt and noise, T² per component.
    var other: Double
  }

  /// Begins again at the field of the filter.
  mutating func restart(at model: FieldKalmanFilter, ends after: Double = length) {
    held = model.vector(FieldKalmanFilter.field)
    heldVariance = model.meanVariance(FieldKalmanFilter.field)
    change = .zero
    (bias, biasChange) = (nil, 0)
    (turnVariance, driftVariance, elapsed) = (0, 0, 0)
    end = after
  }

  /// Takes a change of the gyroscope bias about the vertical, rad/s.
  mutating func shiftBias(by amount: Double) { biasChange += amount }

  /// Returns the bias when the test began, to which the tilt filter has to return.
  mutating func recallBias() -> GyroscopeBias? {
    biasChange = 0
    return bias
  }

  /// Adds the field of a block without the device's iron, T, levelled frame.
  ///
  /// - Returns: Whether the field has changed.
  mutating func add(
    _ field: Vector3, step: FieldKalmanFilter.Step, expected: Expected, bias present: GyroscopeBias,
    model: FieldKalmanFilter
  ) -> Bool {
    if elapsed == 0 { restart(at: model, ends: end) }
    if bias == nil { bias = present }
    elapsed += step.interval
    let turn = -biasChange * step.interval
    held += Vector3(-held.y, held.x, 0) * turn
    turnVariance += step.headingVariance * step.interval
    driftVariance = max(driftVariance, step.driftVariance)
    let averaged = min(elapsed, Self.averaging)
    change += (field - held - change) * min(1, step.interval / averaged)
    guard elapsed > 2 * expected.variationTime else { return false }
    let square = max(held.x * held.x + held.y * held.y, 1e-14)
    let across = (held.x * change.y - held.y * change.x) / square.squareRoot()
    let usual =
      expected.variation * expected.variationTime / (expected.variationTime + averaged / 2)
      + heldVariance + expected.other
    let turned = square * (turnVariance + driftVariance * elapsed * elapsed)
    let distance =
      across * across / (usual + turned) + (change.squaredLength - across * across) / usual
    let isChanged = distance > Self.gate
    if elapsed > end, !isChanged { (elapsed, end) = (0, Self.length) }
    return isChanged
  }
}
