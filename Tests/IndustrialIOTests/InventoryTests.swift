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
      let mount = IIOConfiguration().mount(of: .magnetometer, on: shape)
      let matrix = try #require(mount.matrix, "\(shape.id)")
      #expect(matrix * Vector3(1, 0, 0) == Vector3(0, -1, 0), "\(shape.id)")
      #expect(mount.text == Self.turned && mount.notice(of: shape.id) == nil)
    }
    let none = IIOConfiguration().mount(of: .magnetometer, on: IIODeviceInfo(id: "none"))
    #expect(none.matrix == .identity && none.text == nil)
  }

  private func device(
    _ value: IIOAttribute.Value, name: String = "chip"
  ) -> IIODeviceInfo {
    IIODeviceInfo(
      id: "iio:device3", name: name,
      attributes: [IIOAttribute(name: "mount_matrix", file: nil, value: value)])
  }

  @Test(arguments: MountChoice.kinds)
  func `a mirrored matrix is accepted for each sensor, and said`(kind: SensorKind) throws {
    let device = device(.text("-1, 0, 0; 0, 1, 0; 0, 0, 1"))
    let mount = IIOConfiguration().mount(of: kind, on: device)
    #expect(mount.matrix.map { $0 * Vector3(1, 2, 3) } == Vector3(-1, 2, 3))
    let notice = try #require(mount.notice(of: device.title))
    #expect(notice.severity == .info && notice.message.contains("mirrored (determinant -1)"))
    #expect(notice.message.contains("right-handed turn") == (kind == .gyroscope))
  }

  @Test(arguments: [
    (SensorKind.accelerometer, "lsm9ds1-imu_accel"), (.gyroscope, "lsm9ds1-imu_gyro"),
    (.magnetometer, "lsm303agr_magn"), (.magnetometer, "lis2mdl"),
  ])
  func `a rotation is refused for a die that is left-handed, the driver's and the user's`(
    kind: SensorKind, name: String
  ) throws {
    let device = device(.text("1, 0, 0; 0, 1, 0; 0, 0, 1"), name: name)
    var configuration = IIOConfiguration()
    var mounts = [configuration.mount(of: kind, on: device)]
    mounts.append(configuration.mount(of: kind, on: IIODeviceInfo(id: "none", name: name)))
    configuration.mount = .identity
    mounts.append(configuration.mount(of: kind, on: device))
    for mount in mounts {
      #expect(mount.matrix == nil)
      let refusal = try #require(mount.notice(of: device.title))
      #expect(refusal.severity == .error)
      for part in [name, kind.name, "left-handed", "--mount \(kind.name)=x=...,y=...,z="] {
        #expect(refusal.message.contains(part), "\(refusal.message)")
      }
    }
    configuration.mounts[kind] = mounts[0].provisional
    #expect(configuration.mount(of: kind, on: device).matrix?.isMirrored == true)
  }

  @Test(arguments: [
    IIOAttribute.Value.text("1, 0, 0; 0, 1, 0; 0, 0, 0"), .text(""), .text("no matrix"),
    .text("1, 0.3, 0; 0, 1, 0; 0, 0, 1"), .unreadable(5), .notRead,
  ])
  func `a driver's matrix that cannot be used is never replaced by the identity`(
    value: IIOAttribute.Value
  ) {
    for kind in MountChoice.kinds {
      let mount = IIOConfiguration().mount(of: kind, on: device(value))
      #expect(mount.matrix == nil && mount.notice(of: "chip")?.severity == .error)
      var configuration = IIOConfiguration()
      configuration.mounts[kind] = .identity
      #expect(configuration.mount(of: kind, on: device(value)).matrix == .identity)
    }
  }

  @Test func `a rounded matrix is normalised with a warning, an exact one used as it is`() throws {
    let configuration = IIOConfiguration()
    let rounded = configuration.mount(
      of: .accelerometer, on: device(.text("0.7, -0.7, 0; 0.7, 0.7, 0; 0, 0, 1")))
    let matrix = try #require(rounded.matrix)
    #expect(matrix.matrix.orthogonalityError < 1e-12)
    #expect(rounded.notice(of: "chip")?.severity == .warning)
    let near = configuration.mount(
      of: .accelerometer, on: device(.text("0.71, -0.71, 0; 0.71, 0.71, 0; 0, 0, 1")))
    #expect(near.matrix?.matrix.columns.x == Vector3(0.71, 0.71, 0))
    #expect(near.notice(of: "chip") == nil)
  }
}
