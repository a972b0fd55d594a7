public import HeadingGeometry

/// Effect of a vehicle's load (a current, a voltage, a throttle) on the magnetometer's field.
///
/// field(t) = ``field`` · (load(t − ``delay``) − ``reference``), added to the field without load:
/// the hard iron of a calibration is valid at the reference.
public struct LoadEffect: Sendable, Hashable {
  /// Field per unit of the load, body frame, T.
  public var field: Vector3

  /// Delay of the field behind the load, s.
  public var delay: Double

  /// Range of loads during the calibration, in the channel's unit.
  public var range: ClosedRange<Double>

  /// Creates an effect.
  ///
  /// - Parameters:
  ///   - field: Body frame, T per unit of the load.
  ///   - delay: s, not negative.
  ///   - range: Range of loads during the calibration.
  public init(field: Vector3, delay: Double, range: ClosedRange<Double>) {
    self.field = field
    self.delay = delay
    self.range = range
  }

  /// The load at which nothing is added: zero, clamped to ``range``.
  public var reference: Double { min(max(0, range.lowerBound), range.upperBound) }

  /// Change of the field over ``range``, T.
  public var swing: Double { field.length * (range.upperBound - range.lowerBound) }

  /// The field of a load, T.
  public func field(at load: Double) -> Vector3 { field * (load - reference) }

  /// 1σ of the field that ``field(at:)`` leaves, T; `nil` for an unknown load.
  ///
  /// Zero within ``range``. Outside it half of the extrapolation, an assumption. An unknown load is
  /// taken as uniform: 1/√3 of the largest distance from the reference.
  public func deviation(at load: Double?) -> Double {
    guard let load else {
      let farthest = max(range.upperBound - reference, reference - range.lowerBound)
      return field.length * farthest / 3.0.squareRoot()
    }
    return field.length * max(range.lowerBound - load, load - range.upperBound, 0) / 2
  }
}
