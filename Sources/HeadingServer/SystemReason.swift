import Glibc

/// Descriptions of error numbers, from strerror(3).
enum SystemReason {
  static func text(_ code: CInt) -> String { unsafe String(cString: strerror(code)) }
}
