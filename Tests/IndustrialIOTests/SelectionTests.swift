import HeadingSensing
import Testing

@testable import IndustrialIO

struct SelectionTests {
  private func axes(
    _ type: String, scale: String = "0.001", buffered: Bool = true, count: Int = 3
  ) -> [IIOChannelInfo] {
    ["x", "y", "z"].prefix(count).enumerated().map { index, axis in
      IIOChannelInfo(
        id: "\(type)_\(axis)", scanIndex: buffered ? index : nil,
        format: buffered ? SampleFormat(storageBits: 16, realBits: 16) : nil,
        attributes: [
          IIOAttribute(name: "raw", file: nil, value: .notRead),
          IIOAttribute(name: "scale", file: nil, value: .text(scale)),
        ])
    }
  }

  private func device(
    _ number: Int, _ name: String, label: String? = nil, _ channels: [IIOChannelInfo]...
  ) -> IIODeviceInfo {
    IIODeviceInfo(
      id: "iio:device\(number)", name: name, label: label, channels: channels.flatMap(\.self))
  }

  private func chosen(
    _ devices: [IIODeviceInfo], _ kind: SensorKind,
    _ change: (inout IIOConfiguration) -> Void = { _ in }
  ) -> IIOSelection.Candidate? {
    var configuration = IIOConfiguration()
    change(&configuration)
    return IIOSelection(
      from: IIOInventory(uri: "test", devices: devices), configuration: configuration
    ).choice(for: kind)
  }

  @Test func `several chips on one board serve one kind each`() {
    let devices = [
      device(0, "lis3mdl", axes("magn")), device(1, "lsm6ds33_gyro", axes("anglvel")),
      device(2, "lsm6ds33_accel", axes("accel")),
      device(3, "lps25h", [IIOChannelInfo(id: "pressure", scanIndex: 0)]),
    ]
    let selection = IIOSelection(from: IIOInventory(uri: "test", devices: devices))
    #expect(selection.choice(for: .magnetometer)?.deviceID == "iio:device0")
    #expect(selection.choice(for: .gyroscope)?.deviceID == "iio:device1")
    #expect(selection.choice(for: .accelerometer)?.deviceID == "iio:device2")
    #expect(selection.choice(for: .barometer)?.deviceID == "iio:device3")
    #expect(selection.choice(for: .compass) == nil)
    #expect(selection.candidates.allSatisfy { $0.reason == "it is the only one" })
    #expect(selection.devices.count == 4)
  }

  @Test func `a nine-axis chip is read once, for three kinds`() {
    let nine = device(0, "mpu9250", axes("anglvel"), axes("accel"), axes("magn"))
    let selection = IIOSelection(from: IIOInventory(uri: "test", devices: [nine]))
    #expect(selection.devices.count == 1)
    #expect(
      selection.devices.first?.choices.map(\.kind) == [.gyroscope, .accelerometer, .magnetometer])
  }

  @Test func `of two magnetometers the one with all axes is chosen first`() throws {
    let devices = [
      device(0, "fine", axes("magn", scale: "0.000001", count: 2)),
      device(1, "coarse", axes("magn", scale: "0.1", buffered: false)),
    ]
    #expect(chosen(devices, .magnetometer)?.deviceID == "iio:device1")
  }

  @Test
  func `buffer, gyroscope on the chip, resolution and order decide next, in this order`() {
    let gyro = device(9, "icm20948", axes("anglvel"), axes("accel"))
    let beside = device(8, "icm20948_magn", axes("magn", scale: "0.01"))
    let fine = device(1, "rm3100", axes("magn", scale: "0.0001"))
    let polled = device(2, "ak8975", axes("magn", scale: "0.00001", buffered: false))
    let twin = device(3, "rm3100", axes("magn", scale: "0.0001"))
    #expect(chosen([polled, fine], .magnetometer)?.deviceID == fine.id)
    #expect(chosen([gyro, fine, beside], .magnetometer)?.deviceID == beside.id)
    #expect(chosen([fine, beside], .magnetometer)?.deviceID == fine.id)
    #expect(chosen([fine, twin], .magnetometer)?.reason == "it comes first among equals")
  }

  @Test func `the scale of an hmc5883 is compared after correction`() {
    // Its driver's 0.0000092 gauss would look 100 times finer than it is.
    let hmc = device(0, "hmc5883l", axes("magn", scale: "0.000009174"))
    let lis = device(1, "lis3mdl", axes("magn", scale: "0.000146"))
    #expect(chosen([hmc, lis], .magnetometer)?.deviceID == lis.id)
    #expect(hmc.scaleCorrection(for: .magnetometer, scale: 0.000_009_174) == 100)
    #expect(hmc.scaleCorrection(for: .magnetometer, scale: 0.000_917_4) == 1)
    #expect(lis.scaleCorrection(for: .magnetometer, scale: 0.000_009_174) == 1)
  }

  @Test(arguments: ["iio:device1", "spare", "under the lid"])
  func `the configuration names a device by id, name or label`(_ wish: String) {
    let devices = [
      device(0, "main", axes("magn")), device(1, "spare", label: "under the lid", axes("magn")),
    ]
    let choice = chosen(devices, .magnetometer) { $0.devices[.magnetometer] = wish }
    #expect(choice?.deviceID == "iio:device1")
    #expect(choice?.reason == "the configuration names it")
  }

  @Test func `a configured device that is missing or has no such channel is reported`() {
    var configuration = IIOConfiguration()
    configuration.devices[.magnetometer] = "nowhere"
    configuration.devices[.gyroscope] = "main"
    let selection = IIOSelection(
      from: IIOInventory(uri: "test", devices: [device(0, "main", axes("magn"))]),
      configuration: configuration)
    #expect(selection.choice(for: .magnetometer) == nil)
    #expect(selection.complaints[.magnetometer]?.contains("no device has this name") == true)
    #expect(selection.complaints[.gyroscope]?.contains("it has no such channel") == true)
  }

  @Test func `a laptop's base accelerometer comes after the display's`() {
    let devices = [
      device(0, "a", label: "accel-base", axes("accel")),
      device(1, "b", label: "accel-display", axes("accel")),
    ]
    #expect(chosen(devices, .accelerometer)?.deviceID == "iio:device1")
  }

  @Test func `every rejected candidate has a reason`() {
    let devices = [
      device(0, "a", axes("magn")), device(1, "b", axes("magn", buffered: false)),
      device(2, "c", axes("magn", count: 1)),
    ]
    let selection = IIOSelection(from: IIOInventory(uri: "test", devices: devices))
    let rejected = selection.candidates.filter { !$0.isChosen }
    #expect(rejected.map(\.title) == ["iio:device1 (b)", "iio:device2 (c)"])
    #expect(rejected[0].reason == "iio:device0 (a) was taken: it can be read through a buffer")
    #expect(rejected[1].reason == "it lacks magn_y, magn_z")
  }

  @Test(arguments: [
    ("magn_3d-dev0", "magn_3d", "iio:device0", true),
    ("magn_3d-dev1", "magn_3d", "iio:device0", false),
    ("lsm9ds1_magn-trigger", "lsm9ds1_magn", "iio:device7", true),
    ("t0", "lsm9ds1_magn", "iio:device7", false),
    ("mpu6050-dev12", "mpu6050", "iio:device12", true),
    ("mpu6050-dev12", "mpu6050", "iio:device2", false),
  ])
  func `a device's own trigger is recognized by its name`(
    _ trigger: String, _ name: String, _ device: String, _ isOwn: Bool
  ) {
    #expect(TriggerAllocator.isOwn(trigger, of: name, device: device) == isOwn)
  }
}
