import ChipSimulation
import Foundation
import HeadingChips
import HeadingGeometry
import Testing

/// Eight headings and five tilts, from the field at the chips to the heading.
struct CompassChipTests {
  /// A board with an inertial sensor and a magnetometer.
  struct Board: Sendable, CustomTestStringConvertible {
    let motion: InvenSenseBoschChip
    let magnetometer: InvenSenseBoschChip
    /// Whether the magnetometer is inside the inertial sensor.
    let isInside: Bool

    var testDescription: String { "\(motion) \(magnetometer)" }
  }

  static let boards = [
    Board(motion: .mpu9250, magnetometer: .ak8963, isInside: true),
    Board(motion: .icm20948, magnetometer: .ak09916, isInside: true),
    Board(motion: .mpu6500, magnetometer: .ak8963, isInside: false),
    Board(motion: .mpu6050, magnetometer: .ak09916, isInside: false),
    Board(motion: .bmi160, magnetometer: .bmm150, isInside: false),
    Board(motion: .bmi270, magnetometer: .bmm150, isInside: false),
  ]

  /// The magnetometer inside, by the figures of the data sheets: MPU-9250 and ICM-20948.
  private func inside(_ board: Board, _ host: any SimulatedChip) -> any SimulatedChip {
    let chip = board.magnetometer.makeChip()
    if let host = host as? MPUChip {
      return AuxiliaryChip(
        chip, turned: { Vector3($0.y, $0.x, -$0.z) }, isConnected: { host.isBypassed })
    }
    if let host = host as? ICM20948Chip {
      return AuxiliaryChip(
        chip, turned: { Vector3($0.x, -$0.y, -$0.z) }, isConnected: { host.isBypassed })
    }
    return chip
  }

  @Test(arguments: boards) func `heading within a degree`(_ board: Board) throws {
    let time = SimulatedTime()
    let host = board.motion.makeChip()
    let magnetometer = board.isInside ? inside(board, host) : board.magnetometer.makeChip()
    let magneticBus = SimulatedBus(magnetometer, time: time)
    if board.isInside {
      #expect(throws: ChipError.bus(.notAcknowledged)) {
        try board.magnetometer.driver.init(time.connection(magneticBus))
      }
    }
    var motion = try board.motion.driver.init(time.connection(SimulatedBus(host, time: time)))
    var axes = Matrix3.identity
    if board.isInside {
      let companion = try #require(board.motion.driver.companions.first)
      #expect(companion.driver.model == board.magnetometer.driver.model)
      #expect(abs(companion.axes.determinant - 1) < 1e-12)
      axes = companion.axes
    }
    var compass = try board.magnetometer.driver.init(time.connection(magneticBus))
    for heading in stride(from: 0.0, to: 360, by: 45) {
      for (pitch, roll) in [(0.0, 0.0), (35, 0), (0, -40), (-60, 10), (20, 60)] {
        let (h, p, r) = (heading * .pi / 180, pitch * .pi / 180, roll * .pi / 180)
        // Rotation from the package to east, north, up: its axes' directions.
        func toEarth(_ v: Vector3) -> Vector3 {
          let rolled = Vector3(
            v.x * cos(r) + v.z * sin(r), v.y, -v.x * sin(r) + v.z * cos(r))
          let pitched = Vector3(
            rolled.x, rolled.y * cos(p) - rolled.z * sin(p),
            rolled.y * sin(p) + rolled.z * cos(p))
          return Vector3(
            pitched.x * cos(h) + pitched.y * sin(h), -pitched.x * sin(h) + pitched.y * cos(h),
            pitched.z)
        }
        let toPackage = Matrix3(
          rows: toEarth(Vector3(1, 0, 0)), toEarth(Vector3(0, 1, 0)), toEarth(Vector3(0, 0, 1)))
        let environment = {
          var environment = ChipEnvironment()
          // 48 µT at an inclination of 63°.
          environment.field = toPackage * Vector3(0, 21.8e-6, -42.8e-6)
          environment.acceleration = toPackage * Vector3(0, 0, 9.80665)
          return environment
        }()
        host.environment = environment
        magnetometer.environment = environment
        let samples = try motion.record(0.1, time)
        let up = motion.vector(try #require(samples.last { $0.device == 0 }))
        let field = axes * compass.vector(try #require(try compass.record(0.1, time).last))
        let east = field.cross(up)
        let north = up.cross(east)
        let found =
          180 / .pi
          * atan2(
            east.y / east.squaredLength.squareRoot(), north.y / north.squaredLength.squareRoot())
        let error = (found - heading).remainder(dividingBy: 360)
        #expect(abs(error) < 1, "\(heading)° at \(pitch)°, \(roll)°: \(found)°")
      }
    }
  }
}
