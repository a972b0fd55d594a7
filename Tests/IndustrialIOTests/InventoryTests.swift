import HeadingGeometry
import HeadingSensing
import HeadingTesting
import Testing

@testable import IndustrialIO

/// Inventories of contexts recorded from real drivers (Linux 6.12, I2C chips and a HID sensor hub).
@Suite(.enabled(if: RecordedContext.isThere, "recorded contexts are absent"))
struct InventoryTests {
  @Test func `the recorded I2C chips are found with their channels, formats and units`() throws {
    let recorded = try RecordedContext("i2c")
    let inventory = try IIOInventory(reading: recorded.uri)
    #expect(
      inventory.devices.filter { !$0.isTrigger }.compactMap(\.name)
        == ["lsm9ds1_magn", "lps25h", "bmp280", "hmc5883", "lsm9ds1-imu_gyro", "lsm9ds1-imu_accel"])
    #expect(inventory.triggers.compactMap(\.name) == ["t0", "t1", "t2", "t3"])
    let magnetometer = try #require(inventory.device("lsm9ds1_magn"))
    #expect(magnetometer.hasBuffer)
    let x = try #require(magnetometer.channel("magn_x"))
    #expect(x.type == "magn" && x.modifier == "x" && x.unit == "gauss" && x.scanIndex == 0)
    #expect(x.format?.text == "le:s16/16>>0")
    let pressure = try #require(inventory.device("lps25h")?.channel("pressure"))
    #expect(pressure.unit == "kPa" && pressure.modifier == nil)
    #expect(pressure.format?.realBits == 24)
  }

  @Test func `an XML context says of every attribute that it cannot be read`() throws {
    let recorded = try RecordedContext("hid")
    let inventory = try IIOInventory(reading: recorded.uri)
    let device = try #require(inventory.device("accel_3d"))
    let scale = try #require(device.channel("accel_x")?.attribute("scale"))
    #expect(scale.value == .unreadable(38))
    #expect(device.channel("accel_x")?.scale == nil)
    #expect(device.takesTrigger == nil)
  }

  @Test(arguments: ["i2c", "hid"])
  func `sensors are chosen from a description alone`(_ name: String) throws {
    let recorded = try RecordedContext(name)
    let selection = try IIOSelection(from: IIOInventory(reading: recorded.uri))
    let titles = IIOConfiguration.kinds.map { selection.choice(for: $0)?.title }
    if name == "i2c" {
      #expect(
        titles == [
          "iio:device4 (lsm9ds1-imu_gyro)", "iio:device5 (lsm9ds1-imu_accel)",
          "iio:device0 (lsm9ds1_magn)", "iio:device1 (lps25h)", nil,
        ])
    } else {
      #expect(
        titles == [
          "iio:device2 (gyro_3d)", "iio:device1 (accel_3d)", "iio:device0 (magn_3d)",
          "iio:device3 (press)", nil,
        ])
    }
  }

  @Test func `a description is not a source, and that is said`() async throws {
    let recorded = try RecordedContext("hid")
    let log = EventLog()
    let source = IIOSource(configuration: IIOConfiguration(uri: recorded.uri))
    let task = Task { await source.run(delivering: log) }
    #expect(await log.wait { $0.said("only describes devices") })
    task.cancel()
    await task.value
    #expect(log.content.statuses(of: .magnetometer) == [.failed])
    #expect(log.content.statuses(of: .compass) == [.absent])
  }

  @Test func `a file that is not there is an error with its path and a remedy`() {
    let error = #expect(throws: IIOError.self) {
      try IIOInventory(reading: "xml:/nowhere/hat.xml")
    }
    #expect(error?.code == 2)
    #expect(error?.description.contains("xml:/nowhere/hat.xml") == true)
    #expect(error?.description.contains("check the file's path") == true)
  }
}

struct MountMatrixTextTests {
  private func channel(_ id: String, _ attribute: String, _ text: String) -> IIOChannelInfo {
    IIOChannelInfo(
      id: id, attributes: [IIOAttribute(name: attribute, file: nil, value: .text(text))])
  }

  private static let turned = "0, 1, 0; -1, 0, 0; 0, 0, 1"

  @Test func `a mount matrix is found wherever drivers put it, a type's own first`() throws {
    let own = IIOAttribute(
      name: "mount_matrix", file: nil, value: .text("1, 0, 0; 0, 1, 0; 0, 0, 1"))
    let shapes: [IIODeviceInfo] = [
      IIODeviceInfo(
        id: "a", channels: [channel("magn_x", "mount_matrix", Self.turned)], attributes: [own]),
      IIODeviceInfo(
        id: "b", channels: [channel("magn_mount", "matrix", Self.turned)], attributes: [own]),
      IIODeviceInfo(id: "c", channels: [channel("mount", "matrix", Self.turned)]),
      IIODeviceInfo(
        id: "d",
        attributes: [IIOAttribute(name: "mount_matrix", file: nil, value: .text(Self.turned))]),
      IIODeviceInfo(
        id: "e",
        attributes: [
          IIOAttribute(name: "in_magn_mount_matrix", file: nil, value: .text(Self.turned)), own,
        ]),
    ]
    for shape in shapes {
      let mount = try #require(try shape.mountMatrix(type: "magn"), "\(shape.id)")
      #expect(mount * Vector3(1, 0, 0) == Vector3(0, -1, 0), "\(shape.id)")
    }
    #expect(try IIODeviceInfo(id: "none").mountMatrix(type: "magn") == nil)
  }

  @Test func `a mirrored mount matrix is an error, not a rotation`() {
    let device = IIODeviceInfo(
      id: "a",
      attributes: [
        IIOAttribute(name: "mount_matrix", file: nil, value: .text("1,0,0; 0,1,0; 0,0,-1"))
      ])
    #expect(throws: MountMatrixError.mirrored) { try device.mountMatrix(type: "accel") }
  }
}
