public import HeadingGeometry

/// How a vehicle's load (a current, a voltage, a throttle) moves the magnetometer's field.
///
/// field(t) = ``field`` · (load(t − ``delay``) − ``reference``), added to what is measured without it: the
/// hard iron of a calibration holds at the reference.
public struct LoadEffect: Sendable, Hashable {
  /// Field for each unit of the load, body frame, T.
  public var field: Vector3

  /// How late the field follows the load, s.
  public var delay: Double

  /// The loads that the calibration has seen, in the channel's unit.
  public var range: ClosedRange<Double>

  /// Makes an effect.
  ///
  /// - Parameters:
  ///   - field: Body frame, T for each unit of the load.
  ///   - delay: s, not negative.
  ///   - range: The loads seen.
  public init(field: Vector3, delay: Double, range: ClosedRange<Double>) {
    self.field = field
    self.delay = delay
    self.range = range
  }

  /// The load at which nothing is added: none, or what comes nearest to it in ``range``.
  public var reference: Double { min(max(0, range.lowerBound), range.upperBound) }

  /// How far the field moves over ``range``, T.
  public var swing: Double { field.length * (range.upperBound - range.lowerBound) }

  /// The field that a load adds, T.
  public func field(at load: Double) -> Vector3 { field * (load - reference) }

  /// 1σ of the field that ``field(at:)`` leaves, T; `nil` for a load that is not known.
  ///
  /// Within ``range`` none. Beyond it half of what was extrapolated, an assumption. An unknown load may be
  /// any of the range: 1/√3 of the farthest from the reference.
  public func deviation(at load: Double?) -> Double {
    guard let load else {
      let farthest = max(range.upperBound - reference, reference - range.lowerBound)
      return field.length * farthest / 3.0.squareRoot()
    }
    return field.length * max(range.lowerBound - load, load - range.upperBound, 0) / 2
  }
}
