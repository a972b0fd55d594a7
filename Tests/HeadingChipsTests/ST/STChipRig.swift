import ChipSimulation
import HeadingChips
import HeadingGeometry
import Testing

/// A driver, the model of its chip and the bus between them.
struct STChipRig {
  let time = SimulatedTime()
  let chip: STChip
  let bus: SimulatedBus
  let quantum: Double
  var driver: any ChipDriver

  init(_ chipCase: STChipCase) throws {
    chip = chipCase.chip()
    bus = SimulatedBus(chip, time: time)
    quantum = chipCase.quantum
    driver = try chipCase.driver.init(bus.connection)
  }

  /// Reads as the owner does.
  mutating func run(seconds: Double) throws -> [ChipSample] {
    var samples: [ChipSample] = []
    let end = time.now + Int64(seconds * 1e9)
    while time.now < end {
      try driver.read(into: &samples)
      time.advance(by: driver.interval)
    }
    return samples
  }

  /// Time in which each device measures a few times, s.
  var settlingTime: Double { (driver.devices.map { 5 / $0.rate }.max() ?? 0) + 0.05 }

  /// A vector in the axes of the package, SI units, and half a step of the converter on each axis.
  func vector(_ sample: ChipSample) -> (value: Vector3, step: Double) {
    let device = driver.devices[sample.device]
    let unit = device.channels[0].type == "magn" ? PhysicalConstants.gauss : 1
    let scale = device.channels[0].scale * unit
    let counts = Vector3(
      Double(sample.counts.x), Double(sample.counts.y), Double(sample.counts.z))
    return (device.axes * counts * scale, quantum * scale)
  }

  /// What a device measures, SI units.
  func truth(_ device: Int, in environment: ChipEnvironment) -> Vector3 {
    switch driver.devices[device].channels[0].type {
    case "magn": environment.field
    case "accel": environment.acceleration
    default: environment.rate
    }
  }

  /// Expects that a sample is the environment's, within a step of the converter.
  func expect(
    _ sample: ChipSample, in environment: ChipEnvironment,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let (value, step) = vector(sample)
    let error = value - truth(sample.device, in: environment)
    #expect(
      max(abs(error.x), abs(error.y), abs(error.z)) <= step,
      "\(driver.devices[sample.device].name) \(value)", sourceLocation: sourceLocation)
  }
}
