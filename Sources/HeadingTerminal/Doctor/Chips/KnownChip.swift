/// A common sensor chip and its driver in Linux.
struct KnownChip: Sendable, Hashable {
  /// Linux's driver, by mainline's names.
  struct Driver: Sendable, Hashable {
    /// Kernel module of the I²C driver.
    var module: String
    /// Compatible name in the device tree.
    var compatible: String
    /// Name for the bus's `new_device` file; empty if the driver has none.
    var device: String
  }

  /// Parameter of Raspberry Pi OS's overlay `i2c-sensor`.
  struct Overlay: Sendable, Hashable {
    /// Its name.
    var parameter: String
    /// The address without the parameter `addr`.
    var address: UInt8
    /// Whether the driver delivers samples only with the chip's interrupt wired, GPIO 4 by default.
    var needsInterrupt = false
  }

  /// Name, for people.
  let name: String

  /// Names of its models in the catalogue of user-space drivers.
  let models: [String]

  /// The model in the catalogue whose driver also drives it: that of the package it is in.
  let host: String?

  /// Its possible 7-bit addresses, the usual one first.
  let addresses: [UInt8]

  /// Linux's driver; `nil` if mainline has none.
  let driver: Driver?

  /// Whether the kernels of Raspberry Pi OS have it.
  ///
  /// Source: raspberrypi/linux, bcm2711_defconfig and bcm2712_defconfig of 6.12.
  let isStock: Bool

  /// Its parameter of the overlay; `nil` without one.
  let overlay: Overlay?

  /// The chip of a model in the catalogue; `nil` if the table does not have it.
  static func named(_ model: String) -> KnownChip? {
    all.first { $0.models.contains(model) }
      // A model such as `LIS3MDL magnetometer`.
      ?? all.first { chip in chip.models.contains { model.hasPrefix($0 + " ") } }
  }

  /// Parameters that select a chip of the overlay.
  static let overlayParameters = Set(all.compactMap { $0.overlay?.parameter })
}
