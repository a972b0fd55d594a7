import ChipSimulation
import Foundation
import HeadingChips
import HeadingGeometry

/// A driver at work on a model, with what its samples say in the axes of the package.
struct ChipTrial<Driver: ChipDriver> {
  let time: SimulatedTime
  let bus: SimulatedBus
  var driver: Driver

  /// Starts the driver.
  init(_ chip: (any SimulatedChip)?, kind: BusKind = .i2c) throws {
    time = SimulatedTime()
    bus = SimulatedBus(chip, kind: kind, time: time)
    driver = try Driver(bus.connection)
  }

  /// Reads as the owner does, for so long.
  mutating func samples(seconds: Double) throws -> [ChipSample] {
    var samples: [ChipSample] = []
    let end = time.now + Int64(seconds * 1e9)
    while time.now < end {
      let next = time.now + driver.interval
      try driver.read(into: &samples)
      time.advance(by: max(0, next - time.now))
    }
    return samples
  }

  /// The vector of a sample in the units of IIO and the axes of the package.
  func vector(_ sample: ChipSample) -> Vector3 {
    let device = driver.devices[sample.device]
    let channel = device.channels[0]
    let counts = Vector3(
      Double(sample.counts.x), Double(sample.counts.y), Double(sample.counts.z))
    return device.axes * ((counts + Vector3(repeating: channel.offset)) * channel.scale)
  }

  /// The last vector of a device after so long.
  mutating func last(device: Int, seconds: Double) throws -> Vector3? {
    try samples(seconds: seconds).last { $0.device == device }.map { vector($0) }
  }

  /// The greatest error of the direction of eight fields at five inclinations, degrees.
  mutating func fieldError(device: Int = 0, set: (Vector3) -> Void, seconds: Double) throws
    -> Double
  {
    var worst = 0.0
    for heading in 0..<8 {
      for dip in [-70.0, -30, 0, 40, 80] {
        let (h, d) = (Double(heading) * .pi / 4 + 0.1, dip * .pi / 180)
        // North in the horizontal plane of the package, and down.
        let field = Vector3(cos(d) * -sin(h), cos(d) * cos(h), -sin(d)) * 50e-6
        set(field)
        guard let gauss = try last(device: device, seconds: seconds) else { return .infinity }
        let measured = gauss * PhysicalConstants.gauss
        worst = max(worst, Self.angle(measured, field), abs(measured.length / 50e-6 - 1) * 57.3)
      }
    }
    return worst
  }

  /// The greatest error of the heading at eight headings and five tilts, degrees.
  mutating func headingError(
    accelerometer: Int, magnetometer: Int, set: (_ force: Vector3, _ field: Vector3) -> Void,
    seconds: Double
  ) throws -> Double {
    var worst = 0.0
    for step in 0..<8 {
      let heading = Double(step) * .pi / 4 + 0.15
      for (pitch, roll) in [(0.0, 0.0), (0.5, 0), (-0.6, 0.3), (0.2, -0.9), (-0.3, 1.0)] {
        // Columns: the axes of the earth (east, north, up) in the package.
        let rotate = { (vector: Vector3) in
          Self.aboutY(-roll, Self.aboutX(-pitch, Self.aboutZ(heading, vector)))
        }
        let dip = 65.0 * .pi / 180
        set(
          rotate(Vector3(0, 0, 9.80665)), rotate(Vector3(0, cos(dip), -sin(dip))) * 48e-6)
        let all = try samples(seconds: seconds)
        guard let force = all.last(where: { $0.device == accelerometer }).map(vector),
          let field = all.last(where: { $0.device == magnetometer }).map(vector),
          let up = force.direction, let north = (field - up * field.dot(up)).direction
        else { return .infinity }
        let found = atan2(north.cross(up).y, north.y)
        let error = (found - heading).remainder(dividingBy: 2 * .pi) * 180 / .pi
        worst = max(worst, abs(error), abs(force.length / 9.80665 - 1) * 57.3)
      }
    }
    return worst
  }

  private static func angle(_ a: Vector3, _ b: Vector3) -> Double {
    atan2(a.cross(b).length, a.dot(b)) * 180 / .pi
  }

  private static func aboutX(_ angle: Double, _ v: Vector3) -> Vector3 {
    Vector3(v.x, cos(angle) * v.y - sin(angle) * v.z, sin(angle) * v.y + cos(angle) * v.z)
  }

  private static func aboutY(_ angle: Double, _ v: Vector3) -> Vector3 {
    Vector3(cos(angle) * v.x + sin(angle) * v.z, v.y, -sin(angle) * v.x + cos(angle) * v.z)
  }

  private static func aboutZ(_ angle: Double, _ v: Vector3) -> Vector3 {
    Vector3(cos(angle) * v.x - sin(angle) * v.y, sin(angle) * v.x + cos(angle) * v.y, v.z)
  }
}
