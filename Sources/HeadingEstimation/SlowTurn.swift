import HeadingGeometry

/// Tells a slow, smooth turn from rest by the field.
///
/// Gyroscope and accelerometer are as calm in a long bend of a smooth road as on a table, and the bend's rate would be
/// taken for the gyroscope's offset. A field that turns as the gyroscope says shows that the device does.
struct SlowTurn {
  private var field = VectorLowPass()
  private var start: Vector3?
  /// What the gyroscope has turned by since then, less its offset of then, rad.
  private var turn = Vector3.zero
  private var elapsed = 0.0

  /// The gyroscope's offset as it was when the calm began, or when the field last showed rest.
  private(set) var offset: GyroscopeBiasFilter?

  /// Whether the calm is a turn.
  private(set) var isTurning = false

  /// Averaging time of the field, s.
  private static let averaging = 0.5

  /// So long after a turn, s, a field that has not moved shows rest where the gyroscope's turn is too small to be compared.
  private static let patience = 10.0

  /// Takes a rate, rad/s, nothing subtracted, of a device that seems to be at rest or not.
  mutating func update(
    rate: Vector3, interval: Double, isCalm: Bool, offset: GyroscopeBiasFilter
  ) {
    guard isCalm else {
      start = nil
      self.offset = nil
      return
    }
    let known = self.offset ?? offset
    self.offset = known
    turn += (rate - known.bias) * interval
    elapsed += interval
  }

  /// Takes a field, T, body frame.
  ///
  /// - Parameters:
  ///   - sample: The field.
  ///   - interval: Seconds since the previous one.
  ///   - limit: A change of the field that means something, T.
  /// - Returns: Whether the calm has just been found to be a turn.
  mutating func update(field sample: Vector3, interval: Double, limit: Double) -> Bool {
    field.update(sample, interval: interval, timeConstant: Self.averaging)
    guard offset != nil else { return false }
    guard let begin = start else {
      restart()
      return false
    }
    // A field that stands still in the room turns the other way in the body.
    let expected = begin.cross(turn)
    let change = field.value - begin
    guard expected.length > limit else {
      if isTurning, elapsed > Self.patience {
        isTurning = change.length > limit / 4
        restart()
      }
      return false
    }
    let wasTurning = isTurning
    if (change - expected).length < 0.5 * expected.length {
      isTurning = true
    } else if change.length < 0.3 * expected.length {
      isTurning = false
      offset = nil
    }
    restart()
    return isTurning && !wasTurning
  }

  private mutating func restart() {
    start = field.value
    turn = .zero
    elapsed = 0
  }
}
