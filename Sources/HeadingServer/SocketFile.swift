import Glibc
import HeadingStorage
import NIOCore

/// The file of a Unix socket: never visible with wrong permissions, removed only by its creator.
///
/// The socket is bound under a temporary name, gets its group and mode, and is then renamed. That
/// atomically replaces the file of a daemon that was killed.
struct SocketFile {
  // Capacity of sockaddr_un less the final zero and room for the temporary suffix, bytes.
  private static let longestPath = 90

  /// The path that clients use.
  let path: String

  /// The path that the socket is bound to first.
  let temporaryPath: String

  private var identity: Identity?

  private struct Identity: Equatable {
    var device: dev_t
    var inode: ino_t
  }

  /// Checks that the path is usable and that no daemon accepts connections there.
  init(path: String) throws(HeadingServerError) {
    self.path = path
    temporaryPath = path + ".\(getpid())"
    guard path.utf8.count <= Self.longestPath else { throw .pathTooLong(path: path) }
    unsafe unlink(temporaryPath)
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(path: path) }
    if Self.answers(path) { throw .alreadyRunning(path: path) }
  }

  /// Sets group and mode of the bound socket and renames it.
  mutating func publish(group: gid_t?) throws(HeadingServerError) {
    // Without permission for chown the socket keeps the user's own group.
    if let group { _ = unsafe chown(temporaryPath, uid_t.max, group) }
    var status = stat()
    guard unsafe chmod(temporaryPath, 0o660) == 0, unsafe lstat(temporaryPath, &status) == 0,
      unsafe rename(temporaryPath, path) == 0
    else {
      let reason = FileReason.text(errno: errno)
      unsafe unlink(temporaryPath)
      throw .socketFailed(path: path, reason: reason)
    }
    identity = Identity(device: status.st_dev, inode: status.st_ino)
  }

  /// Removes the file if this process created it.
  func remove() {
    unsafe unlink(temporaryPath)
    var status = stat()
    guard let identity, unsafe lstat(path, &status) == 0,
      Identity(device: status.st_dev, inode: status.st_ino) == identity
    else { return }
    unsafe unlink(path)
  }

  /// Whether a server accepts connections at a socket.
  private static func answers(_ path: String) -> Bool {
    let descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_NONBLOCK.rawValue), 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    guard let address = try? SocketAddress(unixDomainSocketPath: path) else { return false }
    let result = unsafe address.withSockAddr { pointer, size in
      unsafe connect(descriptor, pointer, socklen_t(size))
    }
    // A server with a full accept queue (EAGAIN) is running, too.
    return result == 0 || errno == EAGAIN || errno == EINPROGRESS
  }
}
