import ChipSimulation
import Foundation
import HeadingChips
import HeadingGeometry
import Testing

/// What the drivers of ST's chips measure, against models by the data sheets.
struct STMeasurementTests {
  @Test(arguments: STChipCase.vectors)
  func `vectors are right in the axes of the package at each heading and tilt`(
    chipCase: STChipCase
  ) throws {
    var rig = try STChipRig(chipCase)
    for attitude in ChipAttitude.all {
      rig.chip.environment = attitude.environment
      let samples = try rig.run(seconds: rig.settlingTime)
      for device in rig.driver.devices.indices {
        let last = try #require(samples.last { $0.device == device })
        rig.expect(last, in: attitude.environment)
      }
    }
  }

  @Test(arguments: [
    (STChipCase.lsm9ds1, STChipCase.lsm9ds1Magnetometer),
    (.lsm303agrAccelerometer, .lsm303agrMagnetometer),
    (.lsm303dlhcAccelerometer, .lsm303dlhcMagnetometer),
  ])
  func `an accelerometer and a magnetometer give the heading within 1° at each tilt`(
    cases: (STChipCase, STChipCase)
  ) throws {
    var (first, second) = (try STChipRig(cases.0), try STChipRig(cases.1))
    for attitude in ChipAttitude.all {
      first.chip.environment = attitude.environment
      second.chip.environment = attitude.environment
      let accelerations = try first.run(seconds: first.settlingTime)
      let fields = try second.run(seconds: second.settlingTime)
      let heading = ChipAttitude.heading(
        field: second.vector(try #require(fields.last)).value,
        acceleration: first.vector(try #require(accelerations.last { $0.device == 0 })).value)
      let error = (heading - attitude.heading).remainder(dividingBy: 360)
      #expect(abs(error) < 1, "\(attitude): \(heading)°")
    }
  }

  @Test(arguments: STChipCase.vectors)
  func `each range measures the same`(chipCase: STChipCase) throws {
    var rig = try STChipRig(chipCase)
    let environment = ChipAttitude(heading: 70, pitch: 20, roll: -35).environment
    rig.chip.environment = environment
    for device in rig.driver.devices.indices {
      let scales = rig.driver.devices[device].channels[0].scales
      #expect(scales == scales.sorted())
      for scale in scales {
        try rig.driver.setScale(scale, ofChannel: 0, ofDevice: device)
        #expect(rig.driver.devices[device].channels[0].scale == scale)
        let samples = try rig.run(seconds: rig.settlingTime)
        rig.expect(try #require(samples.last { $0.device == device }), in: environment)
      }
      #expect(throws: ChipError.self) {
        try rig.driver.setScale(0.77, ofChannel: 0, ofDevice: device)
      }
    }
  }

  @Test(arguments: STChipCase.vectors, [1.0, -1])
  func `values beyond the range are at its end`(chipCase: STChipCase, sign: Double) throws {
    var rig = try STChipRig(chipCase)
    rig.chip.environment.field = Vector3(0.01, -0.01, 0.01) * sign
    rig.chip.environment.acceleration = Vector3(1000, -1000, 1000) * sign
    rig.chip.environment.rate = Vector3(100, -100, 100) * sign
    let samples = try rig.run(seconds: rig.settlingTime)
    let isDLHC = chipCase.driver == LSM303DLHCMagnetometer.self
    for device in rig.driver.devices.indices {
      let (value, step) = rig.vector(try #require(samples.last { $0.device == device }))
      // The LSM303DLHC marks an overflow by −4096.
      let end = isDLHC ? 4096 * 400 * step / 1100 : 32760 * step / rig.quantum
      let ends = isDLHC ? Vector3(-1, -1, -1) : Vector3(sign, -sign, sign)
      let products = [value.x * ends.x, value.y * ends.y, value.z * ends.z]
      #expect(products.allSatisfy { $0 >= end * 0.999 }, "\(value) \(end)")
    }
  }

  @Test(arguments: [STChipCase.lps22hb, .lps22hh, .lps25h], [26_000.0, 101_325, 126_000])
  func `pressure and temperature are right`(chipCase: STChipCase, pressure: Double) throws {
    var rig = try STChipRig(chipCase)
    rig.chip.environment.pressure = pressure
    rig.chip.environment.temperature = -12.3
    let last = try #require(try rig.run(seconds: rig.settlingTime).last)
    let channels = rig.driver.devices[0].channels
    #expect(abs(Double(last.counts.x) * channels[0].scale * 1000 - pressure) < 0.03)
    let celsius = (Double(last.counts.y) + channels[1].offset) * channels[1].scale / 1000
    #expect(abs(celsius + 12.3) < 0.01)
  }

  @Test(arguments: [0.0, 33.5, 100])
  func `humidity follows the calibration of the chip`(humidity: Double) throws {
    var rig = try STChipRig(.hts221)
    rig.chip.environment.humidity = humidity
    rig.chip.environment.temperature = 31.4
    let last = try #require(try rig.run(seconds: rig.settlingTime).last)
    let channels = rig.driver.devices[0].channels
    let percent = (Double(last.counts.x) + channels[0].offset) * channels[0].scale / 1000
    #expect(abs(percent - humidity) < 0.005)
    let celsius = (Double(last.counts.y) + channels[1].offset) * channels[1].scale / 1000
    #expect(abs(celsius - 31.4) < 0.02)
  }

  @Test func `a calibration without a slope is refused`() {
    let chip = HTS221Chip()
    (chip.registers[0x3A], chip.registers[0x3B]) = (chip.registers[0x36], chip.registers[0x37])
    let bus = SimulatedBus(chip, time: SimulatedTime())
    #expect(throws: ChipError.badData("its calibration of humidityrelative")) {
      try HTS221(bus.connection)
    }
  }

  @Test(arguments: [
    STChipCase.lsm9ds1, .lsm6ds3, .lsm6dsl, .lsm6dso, .lsm303agrAccelerometer,
  ])
  func `the temperature of the die is right`(chipCase: STChipCase) throws {
    var rig = try STChipRig(chipCase)
    rig.chip.environment.temperature = 41.5
    let samples = try rig.run(seconds: rig.settlingTime)
    let device = try #require(
      rig.driver.devices.firstIndex { $0.channels.last?.type == "temp" })
    let channel = try #require(rig.driver.devices[device].channels.last)
    let last = try #require(samples.last { $0.device == device })
    let celsius = (Double(last.counts.w) + channel.offset) * channel.scale / 1000
    #expect(abs(celsius - 41.5) <= channel.scale / 1000)
  }
}
