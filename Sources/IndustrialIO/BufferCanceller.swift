import CIIO
import Synchronization

/// Ends a wait for samples from another thread.
///
/// Holds the running buffer's address only while the buffer lives; the lock keeps the buffer from
/// being destroyed in the middle of a cancellation.
final class BufferCanceller: Sendable {
  private struct State {
    var isCancelled = false
    var address: UInt = 0
  }

  private let state = Mutex(State())

  /// Ends the wait that runs now and every later one.
  func cancel() {
    state.withLock { state in
      state.isCancelled = true
      if let buffer = unsafe OpaquePointer(bitPattern: state.address) {
        unsafe iio_buffer_cancel(buffer)
      }
    }
  }

  /// Remembers the running buffer; cancels it at once if the wish came earlier.
  func attach(_ buffer: OpaquePointer) {
    state.withLock { state in
      state.address = UInt(bitPattern: buffer)
      if state.isCancelled { unsafe iio_buffer_cancel(buffer) }
    }
  }

  /// Forgets the buffer; called before it is destroyed.
  func detach() { state.withLock { $0.address = 0 } }
}
