// C's `stderr` is a variable; the program sets it before starting threads.
@unsafe @preconcurrency import Glibc

/// Messages that libiio and libxml2 write to C's standard error, several lines for one fault.
///
/// ``IIOError`` has their relevant content in one sentence.
public enum LibraryMessages {
  /// Redirects C's `stderr` to /dev/null; the descriptor, to which Swift's runtime writes, is unchanged.
  ///
  /// Called at the start of a program, before other threads exist: it affects the whole process.
  public static func silence() {
    guard let nowhere = unsafe fopen("/dev/null", "we") else { return }
    unsafe stderr = nowhere
  }
}
