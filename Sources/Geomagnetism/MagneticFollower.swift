public import HeadingGeometry

/// Caches a model's field along a path and evaluates the model only when a stated error may be
/// exceeded.
///
/// Between evaluations the last field is constant in ECEF, transformed to the local-level frame and
/// propagated in time by its rate; poles and dateline need no special case. The error is bounded by
/// the distance times the largest gradient that the coefficients allow anywhere.
public struct MagneticFollower: Sendable {
  /// The model.
  public let model: MagneticModel

  /// Largest error of the declination against the model itself.
  public let tolerance: Angle

  /// Whether to extrapolate outside the model's validity.
  public let extrapolating: Bool

  /// Number of model evaluations.
  public private(set) var evaluations = 0

  private var anchor: MagneticAnchor?

  /// Makes a follower without an evaluation.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - tolerance: Largest error of the declination. Smaller values evaluate more often: 0.01°,
  ///     the default, is a
  /// thirtieth of the model's own 1σ; WMM2025 is then evaluated every 50 m or more in
  /// mid-latitudes.
  ///   - extrapolating: Whether to extrapolate outside the model's validity.
  public init(
    model: MagneticModel, tolerance: Angle = Angle(degrees: 0.01), extrapolating: Bool = false
  ) {
    self.model = model
    self.tolerance = tolerance
    self.extrapolating = extrapolating
  }

  /// The field at a position and time, evaluated or propagated.
  ///
  /// - Parameters:
  ///   - coordinate: Geodetic latitude and longitude on WGS 84.
  ///   - height: Height above the WGS 84 ellipsoid, m.
  ///   - decimalYear: The date as a decimal year.
  /// - Returns: The field; its declination within ``tolerance`` of the model's.
  /// - Throws: ``MagneticModelError`` as ``MagneticModel/field(at:ellipsoidalHeight:decimalYear:extrapolating:)``.
  public mutating func field(
    at coordinate: Coordinate, ellipsoidalHeight height: Double = 0, decimalYear: Double
  ) throws(MagneticModelError) -> MagneticField {
    try model.check(height: height, decimalYear: decimalYear, extrapolating: extrapolating)
    let horizon = LocalLevelFrame(coordinate, height: height)
    let piece = model.pieceIndex(decimalYear)
    if let anchor, anchor.piece == piece {
      let years = decimalYear - anchor.decimalYear
      let components = horizon.northEastDown(anchor.field + anchor.rate * years)
      let gradient =
        model.pieces[piece].gradientBound
        + model.pieces[piece].gradientRateBound * abs(decimalYear - model.pieces[piece].epoch)
      let change = gradient * (horizon.position - anchor.position).length
      let horizontal =
        (components.x * components.x + components.y * components.y).squareRoot()
      // Sine of the declination change that a change of the horizontal vector can cause.
      if change <= horizontal * tolerance.sine {
        return MagneticField(
          components: components, componentRates: horizon.northEastDown(anchor.rate),
          coordinate: coordinate, yearsOutside: model.yearsOutside(decimalYear),
          predictionYears: model.predictionYears(decimalYear), errorModel: model.errorModel)
      }
    }
    let field = try model.field(
      at: coordinate, ellipsoidalHeight: height, decimalYear: decimalYear,
      extrapolating: extrapolating)
    evaluations += 1
    anchor = MagneticAnchor(
      position: horizon.position, field: horizon.earthCentered(field.components),
      rate: horizon.earthCentered(field.componentRates), decimalYear: decimalYear, piece: piece)
    return field
  }
}
