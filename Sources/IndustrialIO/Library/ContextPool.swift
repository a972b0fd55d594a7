import Synchronization

/// Opens one context for the readers of a session: one connection for each reader, or one shared by all.
///
/// Separate connections prevent one failing sensor from blocking another. Over USB only one is possible:
/// a context claims the device's interface, and opening a second one fails with EBUSY.
final class ContextPool: Sendable {
  private struct State {
    weak var handle: ContextHandle?
    /// The reported reason why the context cannot be opened.
    var complaint: String?
  }

  /// The configured address.
  let address: ContextAddress
  private let isShared: Bool
  private let state = Mutex(State())

  init(address: ContextAddress, isShared: Bool? = nil) {
    self.address = address
    self.isShared = isShared ?? address.text.hasPrefix("usb:")
  }

  /// The URI at present, for messages also while there is none.
  var uri: String { address.uri ?? address.text }

  /// Whether its devices are those of this machine's kernel.
  var isLocal: Bool { address.isLocal }

  /// Whether it only describes devices.
  var isDescription: Bool { address.isDescription }

  /// Returns a context; a shared one is closed with its last reference.
  func open() throws(IIOError) -> IIOContext {
    guard let uri = address.uri else {
      throw IIOError(.openContext, .notThere, uri: address.text)
    }
    guard isShared else { return try IIOContext(uri: uri) }
    let result = state.withLock { state -> Result<ContextHandle, IIOError> in
      if let handle = state.handle { return .success(handle) }
      do throws(IIOError) {
        let handle = try IIOContext.open(uri, isShared: true)
        state.handle = handle
        return .success(handle)
      } catch {
        return .failure(error)
      }
    }
    return IIOContext(try result.get(), uri: uri)
  }

  /// Drops the shared context after a connection loss, so that the next ``open()`` makes a new one.
  func forget() { state.withLock { $0.handle = nil } }

  /// Records why the context cannot be opened; `false` if any reader has reported it before.
  func isNewlyUnreachable(_ error: IIOError) -> Bool {
    state.withLock { state in
      defer { state.complaint = error.description }
      return state.complaint != error.description
    }
  }

  /// Records that the context is open; `true` if it was reported as unreachable.
  @discardableResult
  func isReached() -> Bool {
    state.withLock { state in
      defer { state.complaint = nil }
      return state.complaint != nil
    }
  }
}
