import HeadingGeometry
public import HeadingSensing

/// Forms calibration samples from sensor events: one for each new magnetometer reading.
///
/// Force and rate are the latest before the reading, at most ``maximumAge`` old. A reading that
/// equals the previous one exactly is a repetition by the driver and gives no sample. Memory is
/// constant.
public struct CalibrationSampler: Sendable {
  /// Largest time difference between another sensor's value and the field reading, s; default 0.1.
  ///
  /// Small values lose samples of slow sensors, large ones combine values of different attitudes.
  public var maximumAge = 0.1

  /// Calibration of accelerometer and gyroscope; its magnetic parameters are not applied.
  public var calibration = CalibrationParameters()

  private var force: VectorSample?
  private var rate: VectorSample?
  private var temperature: ScalarSample?
  private var load = LoadHistory()
  private var speed: (time: BootTime, value: Double)?
  private var last: Vector3?

  /// Makes a sampler without data.
  public init() {}

  /// Processes an event.
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
    // Temperature changes slowly, and its channel is read rarely.
    if let temperature, isFresh(temperature.time, 60) { sample.temperature = temperature.value }
    if let speed, isFresh(speed.time, 2) { sample.speed = speed.value }
    // Before its first reading the load is assumed constant.
    if let now = load.value(at: field.time) {
      sample.load = LoadSeries { load.value(at: field.time.advanced(bySeconds: -$0)) ?? now }
    }
    return sample.isUsable ? sample : nil
  }
}
