/// One term of a magnetic model: Schmidt semi-normalised Gauss coefficients and their secular
/// variation.
public struct GaussCoefficient: Sendable, Hashable {
  /// Degree n, 1 or more.
  public var degree: Int

  /// Order m, 0…n.
  public var order: Int

  /// The cosine coefficient g, nT.
  public var g: Double

  /// The sine coefficient h, nT.
  public var h: Double

  /// Secular variation of g, nT/year.
  public var gRate: Double

  /// Secular variation of h, nT/year.
  public var hRate: Double

  /// Makes a term from its degree, order and four coefficients.
  public init(degree: Int, order: Int, g: Double, h: Double, gRate: Double, hRate: Double) {
    self.degree = degree
    self.order = order
    self.g = g
    self.h = h
    self.gRate = gRate
    self.hRate = hRate
  }
}
