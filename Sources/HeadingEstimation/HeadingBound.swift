/// What 68 % and 95 % mean: the bounds of a heading's error, made of independent errors.
///
/// The bounds of several errors together are the roots of the sums of the squares of theirs.
public struct HeadingBound: Sendable, Hashable {
  /// Holds the error with 68 % probability, rad; at most π.
  public let within68: Double

  /// Holds the error with 95 % probability, rad; at most π.
  public let within95: Double

  private init(_ within68: Double, _ within95: Double) {
    self.within68 = min(within68, .pi)
    self.within95 = min(within95, .pi)
  }

  /// The bounds of an error that is normally distributed.
  ///
  /// - Parameter deviation: Its standard deviation, rad.
  /// - Returns: The bounds.
  public static func normal(deviation: Double) -> HeadingBound {
    HeadingBound(deviation, 1.96 * deviation)
  }

  /// The bounds of the estimator's error, whose terms' 68 % bounds are known.
  ///
  /// Most rooms and devices are better than the standard deviation says and a few are much worse, so that errors follow
  /// Student's t with few degrees of freedom: with three, 68 % lie within 0.69 standard deviations and 95 % within
  /// 1.84. Those of this estimator over measured trials: 0.62 and 2.0.
  ///
  /// - Parameter within68: Their total, rad.
  /// - Returns: The bounds.
  static func estimated(within68: Double) -> HeadingBound {
    HeadingBound(within68, within68 * (share95 / share68))
  }

  /// The 68 % bound of the estimator in standard deviations.
  static let share68 = 0.62

  /// Its 95 % bound in standard deviations.
  private static let share95 = 2.0

  /// The standard deviation of an error of the estimator with these bounds, rad.
  public var estimatedDeviation: Double { within68 / Self.share68 }

  /// The bounds of a heading of which nothing is known: any direction is as likely.
  public static let anyDirection = HeadingBound(0.68 * .pi, 0.95 * .pi)

  /// The tighter ones of two bounds of the same error.
  public func limited(to other: HeadingBound) -> HeadingBound {
    HeadingBound(min(within68, other.within68), min(within95, other.within95))
  }

  /// The bounds of the sum of two independent errors.
  public func adding(_ other: HeadingBound) -> HeadingBound {
    HeadingBound(
      (within68 * within68 + other.within68 * other.within68).squareRoot(),
      (within95 * within95 + other.within95 * other.within95).squareRoot())
  }
}
