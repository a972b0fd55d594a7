import FoundationEssentials

/// The buses of this machine.
package enum BusPorts {
  /// Every I²C adapter that programs may use, by number.
  package static func adapters() -> [any BusPort] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: "/dev")) ?? []
    return files.compactMap { file in file.hasPrefix("i2c-") ? Int(file.dropFirst(4)) : nil }
      .sorted().map { DevicePort("/dev/i2c-\($0)") }
  }
}
