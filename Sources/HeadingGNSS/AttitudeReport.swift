import HeadingGeometry
public import HeadingSensing

/// gpsd's `ATT` report, reduced to the true heading, in gpsd's units.
///
/// gpsd fills it from `HDT` and `PASHR`. It states neither an accuracy nor whether a dual antenna,
/// a gyrocompass or this service itself has measured the heading. Only the device that also
/// delivers the fixes is therefore used; pitch, roll and the magnetic heading (`mheading`) are not
/// read.
public struct AttitudeReport: Sendable, Hashable, Decodable {
  /// Path of the receiver among gpsd's devices.
  public var device: String?
  /// True heading, degrees; `nil` if the report has none.
  public var heading: Double?

  /// Makes an empty report.
  public init() {}

  /// The heading, stamped with the arrival of the report; `nil` outside 0° to 360°.
  public func observation(at arrival: BootTime) -> HeadingObservation? {
    guard let heading, heading >= 0, heading <= 360 else { return nil }
    return HeadingObservation(
      time: arrival, value: .geographic(Heading(degrees: heading)), accuracy: nil)
  }
}
