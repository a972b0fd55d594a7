import ChipSimulation
import HeadingChips
import HeadingGeometry
import Testing

/// A chip of ST with its model.
struct STChipCase: Sendable, CustomTestStringConvertible {
  let driver: any ChipDriver.Type
  let chip: @Sendable () -> STChip
  /// Counts that are served for one step of the chip's converter.
  var quantum = 1.0
  /// Whether the data sheet gives limits of a self-test.
  var hasSelfTest = false

  var testDescription: String { driver.model.name }

  static let lsm9ds1 = STChipCase(
    driver: LSM9DS1.self, chip: { LSM9DS1Chip() }, hasSelfTest: true)
  static let lsm9ds1Magnetometer = STChipCase(
    driver: LSM9DS1Magnetometer.self, chip: { LSM9DS1MagnetometerChip() }, hasSelfTest: true)
  static let lsm6ds3 = STChipCase(
    driver: LSM6DS<LSM6DS3>.self, chip: { LSM6DSChip(.lsm6ds3) }, hasSelfTest: true)
  static let lsm6dsl = STChipCase(
    driver: LSM6DS<LSM6DSL>.self, chip: { LSM6DSChip(.lsm6dsl) }, hasSelfTest: true)
  static let lsm6dso = STChipCase(
    driver: LSM6DS<LSM6DSO>.self, chip: { LSM6DSChip(.lsm6dso) }, hasSelfTest: true)
  static let lsm303agrMagnetometer = STChipCase(
    driver: LSM303AGRMagnetometer.self, chip: { LSM303AGRMagnetometerChip() }, hasSelfTest: true)
  static let lsm303agrAccelerometer = STChipCase(
    driver: LSM303Accelerometer<LSM303AGRAccelerometer>.self,
    chip: { LSM303AccelerometerChip(isAGR: true) }, quantum: 16, hasSelfTest: true)
  static let lsm303dlhcMagnetometer = STChipCase(
    driver: LSM303DLHCMagnetometer.self, chip: { LSM303DLHCMagnetometerChip() }, quantum: 1100)
  static let lsm303dlhcAccelerometer = STChipCase(
    driver: LSM303Accelerometer<LSM303DLHCAccelerometer>.self,
    chip: { LSM303AccelerometerChip(isAGR: false) }, quantum: 16)
  static let l3gd20 = STChipCase(
    driver: L3GD20<L3GD20First>.self, chip: { L3GD20Chip(isH: false) })
  static let l3gd20h = STChipCase(
    driver: L3GD20<L3GD20H>.self, chip: { L3GD20Chip(isH: true) }, hasSelfTest: true)
  static let lps22hb = STChipCase(driver: LPS22<LPS22HB>.self, chip: { LPSChip(.lps22hb) })
  static let lps22hh = STChipCase(driver: LPS22<LPS22HH>.self, chip: { LPSChip(.lps22hh) })
  static let lps25h = STChipCase(driver: LPS25H.self, chip: { LPSChip(.lps25h) })
  static let hts221 = STChipCase(driver: HTS221.self, chip: { HTS221Chip() })

  /// Those with a FIFO.
  static let withFIFO = [lsm9ds1, lsm6ds3, lsm6dsl, lsm6dso]

  /// Those with vectors.
  static let vectors =
    withFIFO + [
      lsm9ds1Magnetometer, lsm303agrMagnetometer, lsm303agrAccelerometer, lsm303dlhcMagnetometer,
      lsm303dlhcAccelerometer, l3gd20, l3gd20h,
    ]

  /// All.
  static let all = vectors + [lps22hb, lps22hh, lps25h, hts221]
}
