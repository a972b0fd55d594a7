public import HeadingGeometry

/// What a compass is off by at each heading, in the five coefficients that mariners use.
///
/// deviation = A + B sin θ + C cos θ + D sin 2θ + E cos 2θ with θ the compass heading; easterly
/// deviation is positive and is added to the compass heading to get the magnetic one.
public struct DeviationCoefficients: Sendable, Hashable {
  /// A: constant, of the mount's or lubber line's error.
  public var a: Angle
  /// B: sin θ, of hard iron fore and aft.
  public var b: Angle
  /// C: cos θ, of hard iron athwartships.
  public var c: Angle
  /// D: sin 2θ, of soft iron.
  public var d: Angle
  /// E: cos 2θ, of soft iron askew.
  public var e: Angle

  /// Makes coefficients.
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

  /// The deviation where the compass would have to be corrected to a magnetic heading, positive east.
  public func deviation(of magnetic: Heading<MagneticNorth>) -> Angle {
    var deviation = Angle.zero
    // Each step leaves at most the part by which the deviation changes with the heading: under a half for 10°.
    for _ in 0..<24 {
      deviation = self.deviation(at: Heading(degrees: magnetic.degrees - deviation.degrees))
    }
    return deviation
  }

  /// What two corrections make together, one after the other; exact for small ones.
  public static func + (left: Self, right: Self) -> Self {
    Self(
      a: left.a + right.a, b: left.b + right.b, c: left.c + right.c, d: left.d + right.d,
      e: left.e + right.e)
  }
}
