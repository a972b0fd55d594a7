public import HeadingGeometry
internal import RealModule

/// The Earth's field at one place and time, as a model gives it.
///
/// The frame is north, east, down of the WGS 84 ellipsoid's horizon. Intensities are in T, rates in T or
/// radians a year; `*.nanotesla`-named accessors give what tables print.
public struct MagneticField: Sendable {
  /// North (X), east (Y) and down (Z) components, T.
  public let components: Vector3

  /// Change of the three components, T a year.
  public let componentRates: Vector3

  /// The place the field is for.
  public let coordinate: Coordinate

  /// Years before or after the model's validity; 0 within.
  public let yearsOutside: Double

  /// The model's error constants.
  let errorModel: MagneticErrorModel

  @inline(__always)
  init(
    geocentric field: Vector3, rate: Vector3, place: GeocentricPlace, coordinate: Coordinate,
    yearsOutside: Double, errorModel: MagneticErrorModel
  ) {
    // The turn from the geocentric to the geodetic horizon (WMM2025 report, equations 17 to 18).
    let sine = place.sineOfTilt
    let cosine = place.cosineOfTilt
    components = Vector3(
      field.x * cosine - field.z * sine, field.y, field.x * sine + field.z * cosine)
    componentRates = Vector3(
      rate.x * cosine - rate.z * sine, rate.y, rate.x * sine + rate.z * cosine)
    self.coordinate = coordinate
    self.yearsOutside = yearsOutside
    self.errorModel = errorModel
  }

  /// The north component X, T.
  public var north: Double { components.x }

  /// The east component Y, T.
  public var east: Double { components.y }

  /// The down component Z, T.
  public var down: Double { components.z }

  /// Change of the north component, T a year.
  public var northRate: Double { componentRates.x }

  /// Change of the east component, T a year.
  public var eastRate: Double { componentRates.y }

  /// Change of the down component, T a year.
  public var downRate: Double { componentRates.z }
}
