import CIIO
import Synchronization

/// libiio's context, destroyed with the last reference to it.
@safe final class ContextHandle: Sendable {
  // Immutable, and the library locks its contexts itself.
  nonisolated(unsafe) let pointer: OpaquePointer

  /// Whether several readers use it; the library has one timeout per context.
  let isShared: Bool

  /// The validating proxy between the library and a server on the network.
  let serverProxy: ServerProxy?

  private let longest = Mutex<UInt32>(0)

  init(_ pointer: OpaquePointer, isShared: Bool, serverProxy: ServerProxy?) {
    unsafe self.pointer = pointer
    self.isShared = isShared
    self.serverProxy = serverProxy
  }

  deinit { unsafe iio_context_destroy(pointer) }

  /// Sets the timeout, ms; a shared context keeps the longest one requested.
  func setTimeout(milliseconds: UInt32) -> Int32 {
    guard isShared else { return unsafe iio_context_set_timeout(pointer, milliseconds) }
    return longest.withLock { longest in
      guard milliseconds > longest else { return 0 }
      longest = milliseconds
      return unsafe iio_context_set_timeout(pointer, milliseconds)
    }
  }
}
