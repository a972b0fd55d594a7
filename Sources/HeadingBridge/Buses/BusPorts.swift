import FoundationEssentials

/// The buses of this machine.
package enum BusPorts {
  /// The port of a device file: by its name I²C, SPI or a serial line.
  package static func port(_ path: String) -> any BusPort {
    let file = path.split(separator: "/").last ?? ""
    if file.hasPrefix("i2c-") { return I2CPort(path) }
    if file.hasPrefix("spidev") { return SPIPort(path) }
    return SerialPort(path)
  }

  /// Every I²C adapter that programs may use, by number.
  ///
  /// - Parameter folder: The folder of the device files.
  /// - Returns: Their ports.
  package static func adapters(in folder: String = "/dev") -> [any BusPort] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return files.compactMap { file in file.hasPrefix("i2c-") ? Int(file.dropFirst(4)) : nil }
      .sorted().map { I2CPort("\(folder)/i2c-\($0)") }
  }
}
