import Glibc

/// State of this machine's IIO devices that libiio does not report.
enum LocalKernel {
  /// The names of the kernel's IIO devices, a cheap test for added or removed ones.
  static var devices: [String] {
    guard let folder = unsafe opendir("/sys/bus/iio/devices") else { return [] }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { text in
          unsafe String(cString: text)
        }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  /// Whether another program reads the device's buffer.
  ///
  /// libiio disables a running buffer before it fails to open it, which stops the other program. The kernel
  /// allows one opener, so a trial open tests this without side effects.
  static func isHeld(device id: String) -> Bool {
    let descriptor = unsafe open("/dev/\(id)", O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return errno == EBUSY }
    close(descriptor)
    return false
  }

  /// Whether this user may not open the device's buffer.
  static func isForbidden(device id: String) -> Bool {
    unsafe access("/dev/\(id)", R_OK | W_OK) != 0 && (errno == EACCES || errno == EPERM)
  }
}
