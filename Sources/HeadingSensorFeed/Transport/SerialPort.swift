import Glibc

/// A serial line: 8 data bits, no parity, 1 stop bit, without flow control.
enum SerialPort {
  /// Opens a line.
  ///
  /// - Parameters:
  ///   - device: Its path.
  ///   - bitRate: Its speed, bit/s.
  ///   - isWritten: Whether it is opened for writing too.
  /// - Returns: The descriptor; the caller closes it.
  /// - Throws: ``FeedRefusal`` with the reason.
  static func open(
    _ device: String, bitRate: Int, isWritten: Bool = false
  ) throws(FeedRefusal) -> Int32 {
    let access = isWritten ? O_RDWR : O_RDONLY
    let descriptor = unsafe Glibc.open(device, access | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw FeedRefusal(FeedError.reason(errno)) }
    // Two readers would each get a part of the bytes.
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let code = errno == EWOULDBLOCK ? EBUSY : errno
      close(descriptor)
      throw FeedRefusal(FeedError.reason(code))
    }
    var settings = termios()
    guard unsafe tcgetattr(descriptor, &settings) == 0, let speed = speed(bitRate) else {
      close(descriptor)
      throw FeedRefusal("it is no serial line")
    }
    unsafe cfmakeraw(&settings)
    // Without HUPCL the line's end does not reset the board.
    settings.c_cflag = settings.c_cflag & ~tcflag_t(HUPCL) | tcflag_t(CLOCAL | CREAD)
    guard unsafe cfsetospeed(&settings, speed) == 0, unsafe cfsetispeed(&settings, speed) == 0,
      unsafe tcsetattr(descriptor, TCSANOW, &settings) == 0
    else {
      close(descriptor)
      throw FeedRefusal("it cannot be set to \(bitRate) bit/s")
    }
    // What the line held before belongs to no present moment.
    tcflush(descriptor, TCIFLUSH)
    return descriptor
  }

  /// The system's constant for a bit rate; `nil` if it has none.
  static func speed(_ bitRate: Int) -> speed_t? {
    switch bitRate {
    case 9600: speed_t(B9600)
    case 19_200: speed_t(B19200)
    case 38_400: speed_t(B38400)
    case 57_600: speed_t(B57600)
    case 115_200: speed_t(B115200)
    case 230_400: speed_t(B230400)
    case 460_800: speed_t(B460800)
    case 921_600: speed_t(B921600)
    case 1_000_000: speed_t(B1000000)
    case 2_000_000: speed_t(B2000000)
    default: nil
    }
  }
}
