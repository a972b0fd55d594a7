import Glibc

/// A pseudo-terminal: a line of the kernel of which a test has the other end.
public enum TerminalLine {
  /// A call of the system failed.
  public struct Failure: Error {
    /// Its error number.
    public var code: CInt
  }

  /// TIOCSPTLCK and TIOCGPTN of the kernel's ioctls.h.
  private static let (setLock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)

  /// Makes a line.
  ///
  /// As posix_openpt, unlockpt and ptsname do it, which Swift's Glibc does not show: ioctl_tty(2).
  ///
  /// - Returns: The test's end, which the caller closes, and the path of the other.
  public static func open() throws -> (end: CInt, path: String) {
    let end = Glibc.open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (locked, number): (CInt, CInt) = (0, 0)
    guard end >= 0, ioctl(end, setLock, &locked) == 0, ioctl(end, getNumber, &number) == 0
    else { throw Failure(code: errno) }
    return (end, "/dev/pts/\(number)")
  }
}
