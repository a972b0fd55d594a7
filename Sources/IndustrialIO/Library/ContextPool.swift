import Synchronization

/// Opens the contexts of a session's readers: one for each reader, or one shared by all.
///
/// Separate contexts prevent one failing sensor from blocking another. Over USB only one is possible:
/// a context claims the device's interface, and opening a second one fails with EBUSY.
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

  /// Returns a context; a shared one is closed with its last reference.
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

  /// Drops the shared context after a connection loss, so that the next ``open()`` makes a new one.
  func forget() { shared.withLock { $0.handle = nil } }
}
