import Foundation
import HeadingChips
import HeadingTesting
import IndustrialIO
import Synchronization

@testable import HeadingTerminal

/// The files of a Raspberry Pi that the doctor reads, in a folder, and the chips on its bus.
final class FakePi {
  /// Kernels by the modules that they have.
  enum Kernel {
    /// bcm2711_defconfig and bcm2712_defconfig of raspberrypi/linux.
    case raspberryPiOS(String)
    /// Lines of modules.dep and modules.alias of Debian 13's linux-image-6.12.
    case debian
    /// Without module lists.
    case bare

    var release: String {
      switch self {
      case .raspberryPiOS(let release): release
      case .debian: "6.12.117+deb13-arm64"
      case .bare: "6.99-own"
      }
    }
  }

  static let bookworm = Kernel.raspberryPiOS("6.6.51+rpt-rpi-v8")
  static let trixie = Kernel.raspberryPiOS("6.12.25+rpt-rpi-2712")

  private static let tree = "sys/firmware/devicetree/base"
  private static let node = "/soc/i2c@7e804000"

  let folder: TemporaryFolder
  var user: MachineUser?
  /// Whether another program has the bus.
  var isBusInUse = false
  private let registers = Mutex<[UInt8: [UInt8: UInt8]]>([:])

  /// Makes a Pi whose bus has no chip.
  init(
    _ model: String, _ kernel: Kernel, config: String? = "dtparam=i2c_arm=on\n",
    isEnabled: Bool = true
  ) throws {
    folder = try TemporaryFolder()
    try put("proc/device-tree/model", model + "\0")
    try put("proc/sys/kernel/osrelease", kernel.release + "\n")
    try put("\(Self.tree)/__symbols__/i2c_arm", Self.node + "\0")
    try put("\(Self.tree)\(Self.node)/status", isEnabled ? "okay\0" : "disabled\0")
    if isEnabled {
      try put("sys/bus/i2c/devices/i2c-1/name", "bcm2835 (i2c@7e804000)\n")
      try put("sys/bus/i2c/devices/i2c-20/name", "fef04500.i2c\n")
      try put("dev/i2c-1")
    }
    if let config { try put("boot/firmware/config.txt", config) }
    try put("usr/bin/dpkg", "\u{7F}ELF\u{2}\u{1}\u{1}")
    let modules: [(path: String, aliases: [String])]
    switch kernel {
    case .raspberryPiOS:
      modules = [
        ("imu/inv_mpu6050/inv-mpu6050-i2c", ["mpu6050", "mpu9250", "mpu9255"]),
        ("imu/bno055/bno055_i2c", ["bno055"]), ("pressure/bmp280-i2c", ["bmp280", "bme280"]),
        ("pressure/ms5637", ["ms5637"]), ("trigger/iio-trig-hrtimer", []), ("i2c-dev", []),
      ]
      // Names of an overlay's parameters, as a compiled device tree stores them.
      try put(
        "boot/firmware/overlays/i2c-sensor.dtbo", "bme280\0bmp280\0mpu6050\0mpu9250\0bno055\0")
    case .debian:
      modules = [
        ("magnetometer/st_magn_i2c", ["lis3mdl", "lsm9ds1_magn"]),
        ("imu/st_lsm6dsx/st_lsm6dsx_i2c", ["lsm9ds1-imu", "lsm6dso"]),
        ("pressure/bmp280-i2c", ["bmp280", "bme280"]), ("i2c-dev", []),
      ]
    case .bare: return
    }
    let place = "lib/modules/\(kernel.release)"
    try put(
      "\(place)/modules.dep",
      modules.map { "kernel/drivers/iio/\($0.path).ko.xz: kernel/drivers/iio/x.ko.xz\n" }.joined())
    try put("\(place)/modules.builtin", "kernel/drivers/i2c/i2c-core.ko\n")
    let aliases = modules.flatMap { path, names in
      let module = path.split(separator: "/").last?.replacing("-", with: "_") ?? ""
      return names.map { "alias i2c:\($0) \(module)\n" }
    }
    try put("\(place)/modules.alias", "# Aliases\n" + aliases.joined())
  }

  @discardableResult
  func put(_ path: String, _ text: String = "") throws -> String { try folder.put(path, text) }

  /// Tells the kernel of a chip, as an overlay does.
  func declare(
    _ name: String, _ compatible: String, at address: UInt8, driver: Bool = false,
    inputs: [String] = []
  ) throws {
    let place = "sys/bus/i2c/devices/1-00" + String(address, radix: 16)
    try put("\(place)/name", name + "\n")
    try put("\(place)/of_node/compatible", compatible + "\0")
    if driver { try put("\(place)/driver/module") }
    for input in inputs {
      try put("\(place)/\(input)/name", name + "\n")
      try put("sys/bus/iio/devices/\(input)/name", name + "\n")
    }
  }

  /// Puts a chip on the bus.
  func attach(_ address: UInt8, _ registers: [UInt8: UInt8]) {
    self.registers.withLock { $0[address] = registers }
  }

  var machine: Machine { Machine(root: folder.url, user: user) }

  func doctor(models: [ChipModel] = [], includesAll: Bool = false) -> Doctor {
    let registers = registers.withLock { $0 }
    let isBusInUse = isBusInUse
    let read = Recorder()
    recorder = read
    return Doctor(
      machine: machine, configuration: IIOConfiguration(uri: "local:"),
      probe: ChipProbe(models: models, includesAll: includesAll) { bus throws(BusError) in
        if isBusInUse { throw .inUse }
        return { address, register throws(BusError) in
          read.addresses.withLock { _ = $0.insert(address) }
          guard bus == 1, let chip = registers[address] else { throw .notAcknowledged }
          return chip[register] ?? 0xFF
        }
      })
  }

  /// The addresses that the last doctor read.
  var readAddresses: Set<UInt8> { recorder.addresses.withLock { $0 } }
  private var recorder = Recorder()

  /// The URL of a file.
  func url(_ path: String) -> URL { folder.url.appendingPathComponent(path) }

  private final class Recorder: Sendable {
    let addresses = Mutex<Set<UInt8>>([])
  }

  /// The findings with all checks of their form.
  func findings(models: [ChipModel] = [], includesAll: Bool = false) -> [Finding] {
    doctor(models: models, includesAll: includesAll).examineMachine()
  }

  /// The modules that the kernel has, of those that can be loaded.
  var modules: Set<String> {
    let folder = machine.names(in: "/lib/modules").first ?? ""
    let lines = machine.text("/lib/modules/\(folder)/modules.dep") ?? ""
    return Set(
      lines.split(separator: "\n").compactMap { line in
        (line.prefix { $0 != ":" }.split(separator: "/").last?.prefix { $0 != "." })
          .map { String($0).replacing("-", with: "_") }
      })
  }
}
