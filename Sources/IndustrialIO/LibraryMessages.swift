// C's `stderr` is a variable; it is set once, before any thread of libiio uses it.
@unsafe @preconcurrency import Glibc

/// What libiio and libxml2 write to C's standard error by themselves, several lines for one fault.
///
/// What matters of it comes as ``IIOError``, in one sentence.
enum LibraryMessages {
  /// Turns C's stream away, once; the descriptor, to which programs and Swift's runtime write, stays.
  static let areSilenced: Bool = {
    guard let nowhere = unsafe fopen("/dev/null", "we") else { return false }
    unsafe stderr = nowhere
    return true
  }()
}
