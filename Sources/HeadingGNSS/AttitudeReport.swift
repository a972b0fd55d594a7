import HeadingGeometry
public import HeadingSensing

/// gpsd's `ATT` report, as far as it tells a heading, in gpsd's units.
///
/// gpsd fills it from `HDT` and `PASHR`. It states no accuracy, and not whether a receiver with two antennas, a
/// gyrocompass or this service itself has measured. Only the device that also gives the fixes is therefore
/// believed; pitch, roll and the magnetic heading (`mheading`) are not read.
public struct AttitudeReport: Sendable, Hashable, Decodable {
  /// Path of the receiver among gpsd's devices.
  public var device: String?
  /// Heading, degrees from true north; `nil` if the report has none.
  public var heading: Double?

  /// Makes a report that says nothing.
  public init() {}

  /// The heading at the moment the report arrived; `nil` without one from 0° to 360°.
  public func observation(at arrival: BootTime) -> HeadingObservation? {
    guard let heading, heading >= 0, heading <= 360 else { return nil }
    return HeadingObservation(
      time: arrival, value: .geographic(Heading(degrees: heading)), accuracy: nil)
  }
}
