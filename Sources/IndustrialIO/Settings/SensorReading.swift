import HeadingGeometry
import HeadingSensing

/// Conversion of the samples of one kind of sensor to events.
struct SensorReading {
  let kind: SensorKind
  let channels: [ChannelReading]
  /// Rotation from chip to body; `nil` if it was refused: the samples are then not used.
  let mount: MountMatrix?
  let toSI: Double

  /// Degrees per unit of a compass.
  let degreesPerUnit: Double

  /// The event of a sample in the ABI's units; `nil` if it is not finite or not a valid heading.
  func event(_ x: Double, _ y: Double, _ z: Double, at time: BootTime) -> SensorEvent? {
    guard x.isFinite, y.isFinite, z.isFinite, let mount else { return nil }
    let vector = VectorSample(time: time, value: mount * (Vector3(x, y, z) * toSI))
    switch kind {
    case .magnetometer: return .magneticField(vector)
    case .accelerometer: return .acceleration(vector)
    case .gyroscope: return .angularRate(vector)
    case .barometer: return .pressure(ScalarSample(time: time, value: x * toSI))
    case .compass:
      let degrees = x * degreesPerUnit
      guard degrees >= 0, degrees <= 360 else { return nil }
      return .heading(
        HeadingObservation(
          time: time, value: .magnetic(Heading(degrees: degrees)), accuracy: nil))
    case .gnss: return nil
    }
  }
}
