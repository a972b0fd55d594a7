import Dispatch
public import HeadingRecording
import HeadingSensing
import Synchronization

/// Streams a service's recording as MCAP bytes to any number of receivers.
///
/// Each file begins between two steps of the service, with the engine's configuration; the
/// following bytes are common to all files. Nothing is buffered without a receiver.
public final class RecordingStream: Sendable {
  /// Part of the stream.
  public enum Piece: Sendable {
    /// The opening of a file, for new receivers.
    case beginning([UInt8])

    /// Bytes common to all begun files; `isWhole` is false if messages before them were lost.
    case rest([UInt8], isWhole: Bool)
  }

  private let service: HeadingService
  private let deliver: @Sendable (Piece) -> Void
  private let buffer = RecordingBuffer()
  private let tokens = Mutex<[UInt64]>([])

  /// Serial, so that a new request is not cancelled by the end of an earlier one.
  private let queue = DispatchQueue(label: "headingd.recordings")

  /// Creates an idle stream.
  ///
  /// - Parameters:
  ///   - service: The recorded service.
  ///   - deliver: Receives the pieces in order; must return at once.
  public init(of service: HeadingService, deliver: @escaping @Sendable (Piece) -> Void) {
    self.service = service
    self.deliver = deliver
  }

  /// Adds the sensor setup without the service's configuration, which stays private.
  public func add(_ setup: RecordingSetup) {
    var setup = setup
    setup.configuration = nil
    buffer.add(setup)
  }

  /// Begins a file; returns at once.
  public func begin() {
    queue.async { [self] in
      if tokens.withLock({ $0.isEmpty }) {
        _ = buffer.begin(nil, context: [])
        let new = buffer.follow(service)
        tokens.withLock { $0 = new }
      }
      service.betweenSteps { context in
        flush()
        deliver(.beginning(buffer.opening(context: context)))
      }
    }
  }

  /// Stops buffering when the last receiver has left; returns at once.
  public func end() {
    queue.async { [self] in
      let old = tokens.withLock { tokens in
        defer { tokens = [] }
        return tokens
      }
      for token in old { service.unsubscribe(token) }
      _ = buffer.end()
    }
  }

  /// Delivers the buffered bytes.
  public func flush() {
    let (bytes, lost) = buffer.take()
    if !bytes.isEmpty || lost > 0 { deliver(.rest(bytes, isWhole: lost == 0)) }
  }
}
