import Glibc

/// Threads of the system: transactions on a bus block, and Swift's own threads must not.
enum BusThread {
  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Starts a thread that ends with its body.
  ///
  /// - Returns: Whether the system gave a thread.
  static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    let work = unsafe Unmanaged.passRetained(Work(body))
    var thread = pthread_t()
    guard unsafe pthread_create(&thread, nil, main, work.toOpaque()) == 0 else {
      unsafe work.release()
      return false
    }
    pthread_detach(thread)
    return true
  }

  private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
    argument in
    guard let argument = unsafe argument else { return nil }
    unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
    return nil
  }
}
