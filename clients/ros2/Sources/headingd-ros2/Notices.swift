import Glibc

/// Lines on the standard error, for people and the journal.
struct Notices {
  private var last = ""

  /// Says a line, unless it repeats the one before.
  mutating func report(_ line: String) {
    guard line != last else { return }
    last = line
    Self.say(line)
  }

  /// Says a line.
  static func say(_ line: String) {
    // Words of Cyclone and of the daemon may be anything.
    let plain = line.unicodeScalars.map { scalar in
      scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) ? " " : String(scalar)
    }.joined()
    let bytes = Array("headingd-ros2: \(plain)\n".utf8)
    _ = unsafe bytes.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
