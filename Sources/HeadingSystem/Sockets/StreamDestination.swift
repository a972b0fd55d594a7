import Glibc

/// Where a stream connection leads to.
package enum StreamDestination: Sendable, Hashable {
  /// A Unix socket.
  case path(String)
  /// A host's name or address, and a TCP port.
  case host(String, port: Int)
}

/// An address of the system, in its own bytes.
struct StreamAddress: Sendable {
  let family: CInt
  let bytes: [UInt8]

  /// The address of a Unix socket; `nil` if the path is too long.
  init?(path: String) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let room = MemoryLayout.size(ofValue: address.sun_path)
    guard path.utf8.count < room else { return nil }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) {
      unsafe $0.copyBytes(from: path.utf8)
    }
    family = AF_UNIX
    bytes = unsafe withUnsafeBytes(of: &address) { unsafe Array($0) }
  }

  private init(_ info: addrinfo) {
    family = unsafe info.ai_family
    bytes = unsafe Array(
      UnsafeRawBufferPointer(start: info.ai_addr, count: Int(info.ai_addrlen)))
  }

  /// The addresses of a host, in the system's order; may wait for a name server.
  ///
  /// - Parameters:
  ///   - host: The name or the address.
  ///   - port: The port.
  ///   - isNumeric: Whether only an address counts, which needs no waiting.
  /// - Returns: The addresses; empty for an unknown name.
  static func of(_ host: String, port: Int, isNumeric: Bool) -> [StreamAddress] {
    var hints = unsafe addrinfo()
    unsafe hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
    unsafe hints.ai_flags = isNumeric ? AI_NUMERICHOST : 0
    var list: UnsafeMutablePointer<addrinfo>?
    guard unsafe getaddrinfo(host, String(port), &hints, &list) == 0 else { return [] }
    defer { unsafe freeaddrinfo(list) }
    var addresses: [StreamAddress] = []
    var next = unsafe list
    // More than a few are never reached within the time limit.
    while let info = unsafe next, addresses.count < 16 {
      addresses.append(unsafe StreamAddress(info.pointee))
      unsafe next = info.pointee.ai_next
    }
    return addresses
  }
}
