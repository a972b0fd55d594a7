import Glibc

/// Threads of the system, for calls that block: Swift's own threads must not.
package enum SystemThread {
  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Starts a thread that ends with its body.
  ///
  /// - Returns: Whether the system gave a thread; if not, the body does not run.
  @discardableResult
  package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    let work = unsafe Unmanaged.passRetained(Work(body))
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
}
