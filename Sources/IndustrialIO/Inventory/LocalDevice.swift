import Glibc

/// Bus address and serial number of this machine's IIO devices, which libiio does not report.
public enum LocalDevice {
  /// The kernel's directory of IIO devices.
  private static let folder = "/sys/bus/iio/devices/"

  /// The bus address as the kernel names it, such as `1-001e` for I²C bus 1, address 0x1e, or `spi0.0`.
  ///
  /// - Parameter id: The kernel's id of the device, such as `iio:device0`.
  /// - Returns: The name of the parent device; `nil` if there is none.
  public static func busAddress(of id: String) -> String? {
    path(of: id)?.split(separator: "/").dropLast().last.map(String.init)
  }

  /// The serial number of the device or of a parent (USB); `nil` if there is none.
  ///
  /// - Parameter id: The kernel's id of the device, such as `iio:device0`.
  /// - Returns: The text of the first file `serial` towards the root of the device tree.
  public static func serial(of id: String) -> String? {
    guard let path = path(of: id) else { return nil }
    var parts = path.split(separator: "/")
    while parts.count > 2 {
      if let serial = text("/" + parts.joined(separator: "/") + "/serial") { return serial }
      parts.removeLast()
    }
    return nil
  }

  private static func path(of id: String) -> String? {
    guard !id.contains("/"), let path = unsafe realpath(folder + id, nil) else { return nil }
    defer { unsafe free(path) }
    return unsafe String(cString: path)
  }

  private static func text(_ path: String) -> String? {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = unsafe read(file, &bytes, bytes.count)
    guard count > 0 else { return nil }
    let text = String(decoding: bytes.prefix(count), as: UTF8.self)
    let trimmed = text.split(whereSeparator: \.isNewline).first.map(String.init)
    return trimmed.flatMap { $0.isEmpty ? nil : $0 }
  }
}
