public import HeadingGeometry

/// The field along a path, evaluated anew only when it can have changed by more than a stated error.
///
/// Between evaluations the last field is carried along as a vector fixed in space, turned into the
/// horizon of each place and brought forward in time by its rate; poles and dateline need no care. How
/// much it can then be wrong is bounded by the distance times the steepest gradient that the model's
/// coefficients allow anywhere.
public struct MagneticFollower: Sendable {
  /// The model that is followed.
  public let model: MagneticModel

  /// Largest error of the declination against the model itself.
  public let tolerance: Angle

  /// Whether to answer outside the model's validity too.
  public let extrapolating: Bool

  /// How often the model was evaluated.
  public private(set) var evaluations = 0

  private var anchor: MagneticAnchor?

  /// Makes a follower that has not been anywhere.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - tolerance: Largest error of the declination. Smaller evaluates more often: 0.01°, the default, is a
  ///     thirtieth of the model's own 1σ and lets WMM2025 carry over 50 m in mid-latitudes.
  ///   - extrapolating: Whether to answer outside the model's validity too.
  public init(
    model: MagneticModel, tolerance: Angle = Angle(degrees: 0.01), extrapolating: Bool = false
  ) {
    self.model = model
    self.tolerance = tolerance
    self.extrapolating = extrapolating
  }

  /// The field at a place and time, evaluated or carried along.
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
    let horizon = Horizon(coordinate, height: height)
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
      // sin of the turn that a change of the horizontal vector can make.
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
