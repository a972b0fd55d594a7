public import HeadingGeometry

/// The Earth's field at one place and time, as a model gives it.
///
/// The frame is north, east, down of the WGS 84 ellipsoid's horizon. Intensities are in T, rates in T or
/// a year; the accessors named nanotesla give what tables print.
public struct MagneticField: Sendable {
  /// North (X), east (Y) and down (Z) components, T.
  public let components: Vector3

  /// Change of the three components, T a year.
  public let componentRates: Vector3

  /// The place the field is for.
  public let coordinate: Coordinate

  /// Years before or after the model's validity; 0 within.
  public let yearsOutside: Double

  /// Years between the date and the epoch that the model predicts from; 0 where it does not predict.
  let predictionYears: Double

  /// The model's error constants.
  let errorModel: MagneticErrorModel

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
