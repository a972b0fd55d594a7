import Glibc
import HeadingStorage

/// A serial line, 8 data bits, no parity, 1 stop bit, without flow control.
struct SerialTransport: OutputTransport {
  /// The reason why a line cannot be used, from the system where it has one.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  let device: String
  let baud: Int

  func send(_ groups: AsyncStream<[UInt8]>, whenOpen: @Sendable () -> Void) async throws {
    let descriptor = unsafe open(device, O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure(description: FileReason.text(errno: errno)) }
    defer { close(descriptor) }
    try configure(descriptor)
    whenOpen()
    // A byte has ten bits. The driver's buffer would keep groups for seconds, so a group that the line
    // has no time for is dropped.
    let clock = ContinuousClock()
    var free = clock.now
    for await group in groups {
      guard clock.now >= free else { continue }
      free = clock.now + .seconds(Double(group.count * 10) / Double(baud))
      let count = unsafe write(descriptor, group, group.count)
      if count < 0, errno != EAGAIN {
        throw Failure(description: FileReason.text(errno: errno))
      }
      // A line too slow for the rate truncates the group; the receiver detects that by the checksum.
    }
  }

  private func configure(_ descriptor: CInt) throws(Failure) {
    var settings = termios()
    guard unsafe tcgetattr(descriptor, &settings) == 0 else {
      throw Failure(description: "is no serial line")
    }
    unsafe cfmakeraw(&settings)
    settings.c_cflag |= tcflag_t(CLOCAL)
    let speed = Self.speed(baud)
    guard unsafe cfsetospeed(&settings, speed) == 0, unsafe cfsetispeed(&settings, speed) == 0,
      unsafe tcsetattr(descriptor, TCSANOW, &settings) == 0
    else { throw Failure(description: "cannot be set to \(baud) baud") }
  }

  private static func speed(_ baud: Int) -> speed_t {
    let constant =
      switch baud {
      case 9600: B9600
      case 19_200: B19200
      case 38_400: B38400
      case 57_600: B57600
      case 115_200: B115200
      case 230_400: B230400
      case 460_800: B460800
      case 921_600: B921600
      default: B4800
      }
    return speed_t(constant)
  }
}
