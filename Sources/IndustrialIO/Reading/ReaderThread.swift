import Glibc
import HeadingSystem

/// Threads that call libiio.
enum ReaderThread {
  /// Starts a thread that ends with its body.
  ///
  /// - Returns: Whether the system gave a thread.
  static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    SystemThread.start {
      blockPipeSignal()
      body()
    }
  }

  /// Keeps the end of a connection from ending the program: libiio writes to sockets that may be closed.
  ///
  /// The signal goes to the thread that writes; blocked there, the write fails with EPIPE instead.
  static func blockPipeSignal() {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    unsafe sigaddset(&set, SIGPIPE)
    unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
  }
}
