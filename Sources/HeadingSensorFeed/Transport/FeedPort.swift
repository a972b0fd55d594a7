import Glibc
import Synchronization

/// The open socket of an endpoint, closed with the last receiver that uses it.
///
/// A receiver that replaces another with the same endpoint uses the same socket, so that a changed
/// configuration can be opened completely before the previous one is closed.
final class FeedPort: Sendable {
  let descriptor: Int32
  private let file: FeedSocketFile?

  private static let open = Mutex<[FeedEndpoint: WeakPort]>([:])

  private struct WeakPort: Sendable {
    weak let port: FeedPort?
  }

  /// The port of an endpoint that is already open, else a new one; `nil` for an endpoint without a
  /// socket.
  static func of(_ endpoint: FeedEndpoint, group: String?) throws(FeedError) -> FeedPort? {
    let result = open.withLock { open -> Result<FeedPort?, FeedError> in
      if let port = open[endpoint]?.port { return .success(port) }
      do throws(FeedError) {
        let port: FeedPort
        switch endpoint {
        case .socket(let path): port = try FeedPort(endpoint, path: path, group: group)
        case .udp(let host, let number): port = try FeedPort(endpoint, host: host, port: number)
        case .tcp, .serial, .standardInput: return .success(nil)
        }
        open[endpoint] = WeakPort(port: port)
        return .success(port)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private init(_ endpoint: FeedEndpoint, host: String, port: UInt16) throws(FeedError) {
    file = nil
    guard let address = InternetAddress(host, port: port) else {
      throw FeedError(endpoint, "\(host) is no address of this machine")
    }
    descriptor = socket(
      address.family,
      CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_NONBLOCK.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw FeedError(endpoint, FeedError.reason(errno)) }
    guard address.bind(descriptor) else {
      let code = errno
      close(descriptor)
      throw FeedError(endpoint, FeedError.reason(code))
    }
  }

  /// Binds under a temporary name, sets group and mode, and renames: the socket is never visible with
  /// wrong permissions, and the file of a process that was killed is replaced.
  private init(_ endpoint: FeedEndpoint, path: String, group: String?) throws(FeedError) {
    var status = stat()
    if unsafe lstat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFSOCK else {
        throw FeedError(endpoint, "a file that is no socket is there; remove it")
      }
      if UnixAddress(path)?.answers() == true {
        throw FeedError(endpoint, FeedError.reason(EADDRINUSE))
      }
    }
    let temporary = path + ".\(getpid())"
    unsafe unlink(temporary)
    guard let address = UnixAddress(temporary) else {
      throw FeedError(endpoint, "the path is longer than \(FeedEndpoint.longestPath) bytes")
    }
    descriptor = UnixAddress.socket()
    guard descriptor >= 0 else { throw FeedError(endpoint, FeedError.reason(errno)) }
    // Noted before it is visible, so that no signal comes between.
    var file: FeedSocketFile?
    if address.bind(descriptor), unsafe lstat(temporary, &status) == 0 {
      file = FeedSocketFile(path, status)
    }
    guard let file, Self.publish(temporary, path, group: group), listen(descriptor, 8) == 0 else {
      let code = errno
      file?.remove()
      close(descriptor)
      unsafe unlink(temporary)
      throw FeedError(endpoint, FeedError.reason(code, ofSocket: path))
    }
    self.file = file
  }

  private static func publish(_ temporary: String, _ path: String, group: String?) -> Bool {
    var mode: mode_t = 0o600
    if let group, let entry = unsafe getgrnam(group) {
      // The folder may give its group to what is made in it (setgid), where a sandbox forbids chown; without
      // either the socket stays the user's own.
      var status = stat()
      let number = unsafe entry.pointee.gr_gid
      let isGroups =
        unsafe lstat(temporary, &status) == 0 && status.st_gid == number
        || chown(temporary, uid_t.max, number) == 0
      if isGroups { mode = 0o660 }
    }
    return unsafe chmod(temporary, mode) == 0 && rename(temporary, path) == 0
  }

  deinit {
    file?.remove()
    close(descriptor)
  }
}
