public import HeadingGeometry

/// The deviation of a compass as a function of heading, with the five classical coefficients.
///
/// deviation = A + B sin θ + C cos θ + D sin 2θ + E cos 2θ with θ the compass heading; easterly
/// deviation is positive and is added to the compass heading to get the magnetic one.
public struct DeviationCoefficients: Sendable, Hashable {
  /// A: constant, caused by misalignment of mount or lubber line.
  public var a: Angle
  /// B: sin θ, caused by hard iron fore and aft.
  public var b: Angle
  /// C: cos θ, caused by hard iron athwartships.
  public var c: Angle
  /// D: sin 2θ, caused by symmetric soft iron.
  public var d: Angle
  /// E: cos 2θ, caused by asymmetric soft iron.
  public var e: Angle

  /// Creates coefficients.
  public init(
    a: Angle = .zero, b: Angle = .zero, c: Angle = .zero, d: Angle = .zero, e: Angle = .zero
  ) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.e = e
  }

  /// The deviation at a compass heading, positive east.
  public func deviation(at compass: Heading<MagneticNorth>) -> Angle {
    let once = Angle.sineAndCosine(degrees: compass.degrees)
    let twice = Angle.sineAndCosine(degrees: compass.degrees * 2)
    return Angle(
      radians: a.radians + b.radians * once.sine + c.radians * once.cosine
        + d.radians * twice.sine + e.radians * twice.cosine)
  }

  /// The deviation at a magnetic heading, positive east.
  public func deviation(of magnetic: Heading<MagneticNorth>) -> Angle {
    var deviation = Angle.zero
    // Each iteration reduces the error by the derivative of the deviation: below a half for 10°.
    for _ in 0..<24 {
      deviation = self.deviation(at: Heading(degrees: magnetic.degrees - deviation.degrees))
    }
    return deviation
  }

  /// The sum of two successive corrections; exact for small ones.
  public static func + (left: Self, right: Self) -> Self {
    Self(
      a: left.a + right.a, b: left.b + right.b, c: left.c + right.c, d: left.d + right.d,
      e: left.e + right.e)
  }
}
