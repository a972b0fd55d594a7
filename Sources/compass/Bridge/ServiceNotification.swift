import Glibc

/// Tells systemd that the service is ready: a datagram to the socket of `NOTIFY_SOCKET`.
enum ServiceNotification {
  /// Sends it; does nothing where no manager waits for it.
  static func ready() {
    guard let name = unsafe getenv("NOTIFY_SOCKET") else { return }
    var bytes = unsafe Array(String(cString: name).utf8)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let room = MemoryLayout.size(ofValue: address.sun_path)
    guard bytes.count > 1, bytes.count < room else { return }
    // An abstract socket is written with @ in place of its NUL.
    if bytes[0] == UInt8(ascii: "@") { bytes[0] = 0 }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { path in
      unsafe path.copyBytes(from: bytes)
    }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    let message = "READY=1"
    unsafe withUnsafePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        _ = unsafe sendto(
          descriptor, message, message.utf8.count, Int32(MSG_NOSIGNAL), address, length)
      }
    }
  }
}
