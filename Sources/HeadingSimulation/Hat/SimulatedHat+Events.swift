import HeadingGeometry
public import HeadingSensing
import RealModule

extension SimulatedHat {
  /// The events from time 0 to `end`, s, exclusive (see ``SimulatedEvents``), for tests and
  /// replays.
  public func events(
    until end: Double, startingAt start: BootTime = BootTime(nanoseconds: 0),
    calibrated: Bool = true, fixes: Double = 1
  ) -> SimulatedEvents {
    SimulatedEvents(
      of: self, until: end, startingAt: start, calibrated: calibrated, fixes: fixes)
  }

  /// The sample of a sensor: counts, scaled to SI, rotated to the body frame.
  ///
  /// - Parameters:
  ///   - sensor: One of the board's sensors.
  ///   - time: Time since the start, s.
  ///   - moment: The same time as boottime, for the sample.
  /// - Returns: The event with noise, bias, drift and quantisation of the chip.
  public func event(of sensor: SimulatedSensor, at time: Double, moment: BootTime) -> SensorEvent {
    let reading = reading(of: sensor, at: time)
    let zero = sensor.quantity.zeroInSI
    let value = Vector3(
      sensor.quantized(reading.x - zero) + zero, sensor.quantized(reading.y),
      sensor.quantized(reading.z))
    let vector = VectorSample(time: moment, value: sensor.mount * value)
    switch sensor.quantity {
    case .magneticField: return .magneticField(vector)
    case .acceleration: return .acceleration(vector)
    case .angularRate: return .angularRate(vector)
    case .pressure: return .pressure(ScalarSample(time: moment, value: value.x))
    case .relativeHumidity:
      return .quantity(ScalarSample(time: moment, value: value.x), .relativeHumidity)
    case .temperature:
      let neighbour = sensors.first { $0.device == sensor.device && $0.quantity != .temperature }
      return .temperature(
        ScalarSample(time: moment, value: value.x),
        of: neighbour?.quantity.sensor ?? .magnetometer)
    }
  }

  /// The fix of a receiver with accuracies of 2.5 m horizontally, 4 m vertically and 0.05 m/s.
  ///
  /// It has a course only above 0.5 m/s, as usual for receivers.
  public func fix(at time: Double, moment: BootTime) -> Fix {
    let truth = truth(at: time)
    let noise = SimulatedNoise(seed: seed)
    let stream = SimulatedNoise.stream("gnss")
    func white(_ axis: Int) -> Double {
      noise.normal(stream: stream, moment: Int64((time * 1e9).rounded()), axis: axis)
    }
    let place = truth.coordinate.moved(east: 1.6 * white(1), north: 1.6 * white(0))
    var fix = Fix(time: moment, coordinate: place)
    fix.universalTime = UniversalTime(secondsSince1970: startTime.secondsSince1970 + time)
    fix.altitude = truth.altitude + 4 * white(2)
    fix.horizontalAccuracy = 2.5
    fix.verticalAccuracy = 4
    let east = truth.velocity.x + 0.05 * white(3)
    let north = truth.velocity.y + 0.05 * white(4)
    let speed = (east * east + north * north).squareRoot()
    fix.speed = speed
    fix.speedAccuracy = 0.08
    fix.climbRate = truth.velocity.z + 0.1 * white(5)
    if speed > 0.5 {
      fix.course = Heading(Angle(radians: .atan2(y: east, x: north)))
      fix.courseAccuracy = Angle(radians: 0.08 / speed)
    }
    return fix
  }
}
