import CIIO
import Synchronization

/// Cancels a blocking wait for samples from another thread.
///
/// Holds the running buffer's address only while the buffer exists; the lock prevents destruction of the
/// buffer during a cancellation.
final class BufferCanceller: Sendable {
  private struct State {
    var isCancelled = false
    var address: UInt = 0
  }

  private let state = Mutex(State())

  /// Cancels the current wait and every later one.
  func cancel() {
    state.withLock { state in
      state.isCancelled = true
      if let buffer = unsafe OpaquePointer(bitPattern: state.address) {
        unsafe iio_buffer_cancel(buffer)
      }
    }
  }

  /// Registers the running buffer; cancels it at once if ``cancel()`` was called before.
  func attach(_ buffer: OpaquePointer) {
    state.withLock { state in
      state.address = UInt(bitPattern: buffer)
      if state.isCancelled { unsafe iio_buffer_cancel(buffer) }
    }
  }

  /// Unregisters the buffer; called before it is destroyed.
  func detach() { state.withLock { $0.address = 0 } }
}
