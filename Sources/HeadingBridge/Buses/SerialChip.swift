import Glibc
import HeadingChips

/// The chip at the end of a serial line, such as `/dev/ttyUSB0`: 8 data bits, no parity, 1 stop bit,
/// without flow control.
final class SerialChip: OpenBus, ChipBus {
  let kind = BusKind.serial
  private let file: Descriptor

  init(_ path: String) throws(BusError) {
    do throws(BusError) {
      file = try Descriptor(path, flags: O_NONBLOCK)
    } catch {
      // Another program opened the line for itself alone.
      throw error == .busy ? .inUse : error
    }
    // The bytes of a line go to whoever reads first, also to programs that know of no lock.
    guard ioctl(file.number, UInt(TIOCEXCL), 0 as CInt) == 0 else { throw BusError(errno: errno) }
  }

  // Who had opened the line before may still have it open.
  deinit { _ = ioctl(file.number, UInt(TIOCNXCL), 0 as CInt) }

  func connect(address: UInt8, bitRate: Int) throws(BusError) -> any ChipBus {
    guard let speed = Self.speed(bitRate) else { throw .unsupported }
    var settings = termios()
    guard unsafe tcgetattr(file.number, &settings) == 0 else { throw Self.failure(errno) }
    unsafe cfmakeraw(&settings)
    settings.c_cflag |= tcflag_t(CLOCAL | CREAD)
    guard unsafe cfsetospeed(&settings, speed) == 0, unsafe cfsetispeed(&settings, speed) == 0,
      unsafe tcsetattr(file.number, TCSANOW, &settings) == 0
    else { throw Self.failure(errno) }
    // The call succeeds if any of the settings was possible; a line that cannot have the speed tells
    // the one that it has.
    guard unsafe tcgetattr(file.number, &settings) == 0 else { throw Self.failure(errno) }
    guard unsafe cfgetospeed(&settings) == speed else { throw .unsupported }
    tcflush(file.number, TCIOFLUSH)
    return self
  }

  // A driver of the kernel and a device file exclude each other.
  func isHeld(_ address: UInt8) -> Bool { false }

  func write(_ bytes: [UInt8]) throws(BusError) {
    let count = unsafe Glibc.write(file.number, bytes, bytes.count)
    guard count >= 0 else { throw errno == EAGAIN ? .timedOut : Self.failure(errno) }
    guard count == bytes.count else { throw .timedOut }
  }

  func read(_ count: Int) throws(BusError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let received = unsafe Glibc.read(file.number, &bytes, count)
    guard received >= 0 else {
      if errno == EAGAIN { return [] }
      throw Self.failure(errno)
    }
    return Array(bytes.prefix(received))
  }

  func exchange(_ bytes: [UInt8], reading count: Int) throws(BusError) -> [UInt8] {
    throw .unsupported
  }

  /// An adapter that was unplugged answers EIO or ENXIO; nobody acknowledges on such a line.
  private static func failure(_ code: CInt) -> BusError {
    code == EIO || code == ENXIO ? .gone : BusError(errno: code)
  }

  private static func speed(_ bitRate: Int) -> speed_t? {
    switch bitRate {
    case 4800: speed_t(B4800)
    case 9600: speed_t(B9600)
    case 19_200: speed_t(B19200)
    case 38_400: speed_t(B38400)
    case 57_600: speed_t(B57600)
    case 115_200: speed_t(B115200)
    case 230_400: speed_t(B230400)
    case 460_800: speed_t(B460800)
    case 921_600: speed_t(B921600)
    case 3_000_000: speed_t(B3000000)
    default: nil
    }
  }
}
