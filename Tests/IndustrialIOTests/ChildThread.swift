import Foundation

/// Threads for peers that block.
enum ChildThread {
  /// Starts one that ends with its body.
  static func start(_ body: @escaping @Sendable () -> Void) { Thread.detachNewThread(body) }
}
