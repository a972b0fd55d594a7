import Glibc

/// What the system says about an error number.
enum SystemReason {
  static func text(_ code: CInt) -> String { unsafe String(cString: strerror(code)) }
}
