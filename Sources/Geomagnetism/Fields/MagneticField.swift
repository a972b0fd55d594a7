public import HeadingGeometry

/// A model's value of the Earth's field at one position and time.
///
/// The frame is north, east, down, tangential to the WGS 84 ellipsoid. Intensities are in T, rates
/// in T/year or angles per year; the accessors named nanotesla have the units of published tables.
public struct MagneticField: Sendable {
  /// North (X), east (Y) and down (Z) components, T.
  public let components: Vector3

  /// Change of the three components, T/year.
  public let componentRates: Vector3

  /// The position of the field.
  public let coordinate: Coordinate

  /// Time outside of the model's validity, years; 0 within.
  public let yearsOutside: Double

  /// Prediction time from the model's last epoch, years; 0 if the date is not predicted.
  let predictionYears: Double

  /// The model's error constants.
  let errorModel: MagneticErrorModel

  /// The north component X, T.
  public var north: Double { components.x }

  /// The east component Y, T.
  public var east: Double { components.y }

  /// The down component Z, T.
  public var down: Double { components.z }

  /// Change of the north component, T/year.
  public var northRate: Double { componentRates.x }

  /// Change of the east component, T/year.
  public var eastRate: Double { componentRates.y }

  /// Change of the down component, T/year.
  public var downRate: Double { componentRates.z }
}
