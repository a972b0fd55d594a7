import Foundation

/// Threads for blocking peers.
enum ChildThread {
  /// Starts one that ends with its body.
  static func start(_ body: @escaping @Sendable () -> Void) { Thread.detachNewThread(body) }
}
