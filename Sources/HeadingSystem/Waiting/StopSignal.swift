import Synchronization

/// Asks any number of threads to stop, also those that wait in `poll`.
package final class StopSignal: Sendable {
  private let pipe: WakePipe
  private let flag = Atomic(false)

  /// Makes the signal; `nil` if the system has no descriptors left.
  package init?() {
    guard let pipe = WakePipe() else { return nil }
    self.pipe = pipe
  }

  /// Can be read once the stop is requested, for ever after.
  package var descriptor: CInt { pipe.descriptor }

  /// Whether the stop is requested.
  package var isSet: Bool { flag.load(ordering: .acquiring) }

  /// Requests the stop; permanent.
  package func set() {
    guard !flag.exchange(true, ordering: .acquiringAndReleasing) else { return }
    // No thread takes the byte, so every waiting thread sees it.
    pipe.wake()
  }

  /// Waits until the stop, until another descriptor can be read, or until the time is over.
  ///
  /// - Parameters:
  ///   - seconds: The time; `nil` for ever.
  ///   - other: The other descriptor, if there is one.
  /// - Returns: Whether the stop is requested.
  @discardableResult
  package func wait(seconds: Double?, or other: CInt? = nil) -> Bool {
    if !isSet { pipe.wait(seconds: seconds, or: other) }
    return isSet
  }

  /// Waits until a descriptor can be read.
  ///
  /// - Parameter descriptor: The descriptor.
  /// - Returns: `false` if the stop is requested, then or before.
  package func waits(for descriptor: CInt) -> Bool {
    while !isSet {
      // A signal of the process ends the wait as well.
      if pipe.wait(seconds: nil, or: descriptor) { return !isSet }
    }
    return false
  }
}
