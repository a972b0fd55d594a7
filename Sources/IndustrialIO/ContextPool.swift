import Synchronization

/// Gives the readers of a session their contexts: each one of its own, or all the same.
///
/// Contexts of their own keep one bad sensor from holding up another. Over USB there can be only
/// one: a context claims the device's interface, and a second one is refused with EBUSY.
final class ContextPool: Sendable {
  private struct Shared {
    weak var handle: ContextHandle?
  }

  private let uri: String
  private let isShared: Bool
  private let shared = Mutex(Shared())

  init(uri: String, isShared: Bool) {
    self.uri = uri
    self.isShared = isShared
  }

  /// Whether contexts of a URI cannot be opened twice.
  static func mustShare(_ uri: String) -> Bool { uri.hasPrefix("usb:") }

  /// A context to use; a shared one is closed when nobody uses it any more.
  func open() throws(IIOError) -> IIOContext {
    guard isShared else { return try IIOContext(uri: uri) }
    let result = shared.withLock { shared -> Result<ContextHandle, IIOError> in
      if let handle = shared.handle { return .success(handle) }
      do throws(IIOError) {
        let handle = try IIOContext.open(uri, isShared: true)
        shared.handle = handle
        return .success(handle)
      } catch {
        return .failure(error)
      }
    }
    return IIOContext(try result.get(), uri: uri)
  }

  /// The connection broke: who opens from now on gets a new context.
  func forget() { shared.withLock { $0.handle = nil } }
}
