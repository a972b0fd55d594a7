import HeadingCalibration
import HeadingGeometry
import HeadingRecording
import HeadingRuntime
import HeadingSensing

/// Estimates the mount of a device in a vehicle from a recording of a drive.
struct DriveMount {
  /// The mount; `nil` if the drive does not determine it.
  let mount: MountMatrix?

  /// Magnetometer's axes relative to the gyroscope's; `nil` if the motion did not determine them.
  let axes: AxisCheck.Finding?

  /// Whether the recording is marked as simulated.
  let isSimulated: Bool

  /// Interval of speed differences and mean forces, s.
  private static let window = 1.0

  /// Duration of rest at the start, s.
  private static let rest = 2.0

  /// Reads a recording: forces, rates and field in the chip's axes, and the speed.
  init(_ file: String) throws {
    var reader = try NamedRecording.open(file, command: "calibrate mount")
    var level: [Vector3] = []
    var rates: [Vector3] = []
    var samples: [CalibrationSample] = []
    var sampler = CalibrationSampler()
    var coordinate: Coordinate?
    var drive = Drive()
    var start: BootTime?
    var hasSimulatedRow = false
    while let row = reader.next() {
      if row.isSimulated { hasSimulatedRow = true }
      let begin = start ?? row.time
      start = begin
      let isResting = row.time.seconds(since: begin) < Self.rest
      if let force = row.acceleration, force.isFinite {
        if isResting { level.append(force) }
        drive.add(force)
        _ = sampler.process(.acceleration(VectorSample(time: row.time, value: force)))
      }
      if let rate = row.angularRate, rate.isFinite {
        if isResting { rates.append(rate) }
        _ = sampler.process(.angularRate(VectorSample(time: row.time, value: rate)))
      }
      if let field = row.magneticField,
        let sample = sampler.process(.magneticField(VectorSample(time: row.time, value: field)))
      {
        samples.append(sample)
      }
      guard let fix = row.fix else { continue }
      coordinate = coordinate ?? fix.coordinate
      if let speed = fix.speed { drive.add(speed: speed, at: row.time) }
    }
    try NamedRecording.report(reader, of: file, command: "calibrate mount")
    isSimulated = hasSimulatedRow
    let mean = Self.mean(level)
    let isAtRest = level.allSatisfy { ($0 - mean).length < 0.5 }
    mount =
      isAtRest && !level.isEmpty
      ? MountFinder.mount(level: mean, forces: drive.forces, speedRates: drive.rates) : nil
    // The mean rate at rest is the gyroscope's bias.
    let offset = isAtRest ? Self.mean(rates) : .zero
    for index in samples.indices {
      samples[index].angularRate = samples[index].angularRate.map { $0 - offset }
    }
    axes = AxisCheck.check(samples, isFieldDown: coordinate.flatMap(MagneticDipSign.isFieldDown))
  }

  private static func mean(_ vectors: [Vector3]) -> Vector3 {
    vectors.reduce(.zero, +) / Double(max(vectors.count, 1))
  }

  /// Rates of change of the speed and the mean forces of the same intervals.
  private struct Drive {
    var forces: [Vector3] = []
    var rates: [Double] = []
    private var from: (time: BootTime, speed: Double)?
    private var sum = (force: Vector3.zero, count: 0.0)

    mutating func add(_ force: Vector3) {
      sum.force += force
      sum.count += 1
    }

    mutating func add(speed: Double, at time: BootTime) {
      guard let begin = from else {
        from = (time, speed)
        sum = (.zero, 0)
        return
      }
      let seconds = time.seconds(since: begin.time)
      guard seconds >= DriveMount.window else { return }
      if seconds < 3 * DriveMount.window, sum.count > 0 {
        forces.append(sum.force / sum.count)
        rates.append((speed - begin.speed) / seconds)
      }
      from = (time, speed)
      sum = (.zero, 0)
    }
  }
}
