import HeadingGeometry
public import HeadingSensing

/// Makes calibration samples of a stream of events: one for each new reading of the magnetometer.
///
/// Force and rate are the latest before the reading, not older than ``maximumAge``. A reading that
/// repeats the one before exactly is a driver's copy, not a measurement, and gives no sample.
/// Fixed size; nothing is allocated.
public struct CalibrationSampler: Sendable {
  /// Age beyond which another sensor's value is not taken for the magnetometer's moment, s; default 0.1.
  ///
  /// Small loses samples of slow sensors, large pairs values of different attitudes.
  public var maximumAge = 0.1

  /// The accelerometer's and gyroscope's own calibration; the magnetic numbers are not applied.
  public var calibration = CalibrationParameters()

  private var force: VectorSample?
  private var rate: VectorSample?
  private var temperature: ScalarSample?
  private var load = LoadHistory()
  private var speed: (time: BootTime, value: Double)?
  private var last: Vector3?

  /// Makes a sampler that has heard nothing.
  public init() {}

  /// Takes an event.
  ///
  /// - Returns: A sample if the event was a new reading of the magnetometer; otherwise `nil`.
  public mutating func process(_ event: SensorEvent) -> CalibrationSample? {
    switch event {
    case .acceleration(let sample): force = sample
    case .angularRate(let sample): rate = sample
    case .temperature(let sample, of: .magnetometer): temperature = sample
    case .load(let sample): load.add(sample)
    case .fix(let fix): speed = fix.speed.map { (fix.time, $0) }
    case .magneticField(let sample): return self.sample(sample)
    default: break
    }
    return nil
  }

  private mutating func sample(_ field: VectorSample) -> CalibrationSample? {
    guard field.value != last else { return nil }
    last = field.value
    var sample = CalibrationSample(time: field.time, field: field.value)
    func isFresh(_ time: BootTime, _ age: Double) -> Bool {
      abs(field.time.seconds(since: time)) <= age
    }
    if let force, isFresh(force.time, maximumAge) {
      sample.specificForce =
        calibration.accelerometerScale * (force.value - calibration.accelerometerBias)
    }
    if let rate, isFresh(rate.time, maximumAge) {
      sample.angularRate = rate.value - calibration.gyroscopeBias
    }
    // Temperature moves slowly, and its channel is read seldom.
    if let temperature, isFresh(temperature.time, 60) { sample.temperature = temperature.value }
    if let speed, isFresh(speed.time, 2) { sample.speed = speed.value }
    // Before the first reading the load is taken to have been the same.
    if let now = load.value(at: field.time) {
      sample.load = LoadSeries { load.value(at: field.time.advanced(bySeconds: -$0)) ?? now }
    }
    return sample.isUsable ? sample : nil
  }
}
