import Glibc

/// Threads of the system: libiio blocks, and Swift's own threads must not.
enum ReaderThread {
  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Starts a thread that ends with its body.
  ///
  /// - Returns: Whether the system gave a thread.
  static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    let work = unsafe Unmanaged.passRetained(
      Work {
        blockPipeSignal()
        body()
      })
    var thread = pthread_t()
    let code = unsafe pthread_create(&thread, nil, main, work.toOpaque())
    guard code == 0 else {
      unsafe work.release()
      return false
    }
    pthread_detach(thread)
    return true
  }

  // A function of its own: as a closure in place it makes the optimizer of Swift 6.3.1 abort
  // (SendNonSendable) in release builds.
  private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
    argument in
    guard let argument = unsafe argument else { return nil }
    unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
    return nil
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
