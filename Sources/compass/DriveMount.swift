import HeadingCalibration
import HeadingGeometry
import HeadingRecording
import HeadingSensing

/// The mount of a device in a vehicle, from a recording of a drive.
struct DriveMount {
  /// The mount; `nil` if the drive does not tell it.
  let mount: MountMatrix?

  /// Seconds over which the speed's change is taken, and forces are averaged.
  private static let window = 1.0

  /// Reads the recording: forces in the chip's axes, and the speed.
  init(_ file: String) throws {
    var reader = try NamedRecording.open(file, command: "calibrate mount")
    var level: [Vector3] = []
    var forces: [Vector3] = []
    var rates: [Double] = []
    var start: BootTime?
    var from: (time: BootTime, speed: Double)?
    var sum = (force: Vector3.zero, count: 0.0)
    while let row = reader.next() {
      if let force = row.acceleration, force.isFinite {
        start = start ?? row.time
        if let start, row.time.seconds(since: start) < 2 { level.append(force) }
        sum.force += force
        sum.count += 1
      }
      guard let speed = row.fix?.speed else { continue }
      guard let begin = from else {
        from = (row.time, speed)
        sum = (.zero, 0)
        continue
      }
      let seconds = row.time.seconds(since: begin.time)
      guard seconds >= Self.window else { continue }
      if seconds < 3 * Self.window, sum.count > 0 {
        forces.append(sum.force / sum.count)
        rates.append((speed - begin.speed) / seconds)
      }
      from = (row.time, speed)
      sum = (.zero, 0)
    }
    try NamedRecording.report(reader, of: file, command: "calibrate mount")
    let mean = level.reduce(.zero, +) / Double(max(level.count, 1))
    let isAtRest = level.allSatisfy { ($0 - mean).length < 0.5 }
    mount =
      isAtRest && !level.isEmpty
      ? MountFinder.mount(level: mean, forces: forces, speedRates: rates) : nil
  }
}
