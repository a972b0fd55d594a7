// C's `stderr` is a variable; the program sets it before it starts a thread.
@unsafe @preconcurrency import Glibc

/// What libiio and libxml2 write to C's standard error by themselves, several lines for one fault.
///
/// What matters of it comes as ``IIOError``, in one sentence.
public enum LibraryMessages {
  /// Turns C's stream away for the whole process; the descriptor, to which Swift's runtime writes, stays.
  ///
  /// For a program's start, before there are other threads: whoever writes to C's `stderr` falls silent.
  public static func silence() {
    guard let nowhere = unsafe fopen("/dev/null", "we") else { return }
    unsafe stderr = nowhere
  }
}
