import CIIO
import Synchronization

/// libiio's context, destroyed when the last who uses it is done.
@safe final class ContextHandle: Sendable {
  // Never changes, and the library locks its contexts itself.
  nonisolated(unsafe) let pointer: OpaquePointer

  /// Whether several readers use it: the library has one timeout for all of them.
  let isShared: Bool

  /// What stands between the library and a server on the network.
  let serverGuard: ServerGuard?

  private let longest = Mutex<UInt32>(0)

  init(_ pointer: OpaquePointer, isShared: Bool, serverGuard: ServerGuard?) {
    unsafe self.pointer = pointer
    self.isShared = isShared
    self.serverGuard = serverGuard
  }

  deinit { unsafe iio_context_destroy(pointer) }

  /// Sets the timeout, ms; of several wishes for a shared context the longest holds.
  func setTimeout(milliseconds: UInt32) -> Int32 {
    guard isShared else { return unsafe iio_context_set_timeout(pointer, milliseconds) }
    return longest.withLock { longest in
      guard milliseconds > longest else { return 0 }
      longest = milliseconds
      return unsafe iio_context_set_timeout(pointer, milliseconds)
    }
  }
}
