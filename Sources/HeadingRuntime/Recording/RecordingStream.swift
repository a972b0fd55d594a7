import Dispatch
public import HeadingRecording
import HeadingSensing
import Synchronization

/// What a service takes and makes, as the bytes of an MCAP file for everybody who asks for one.
///
/// Each file begins between two steps of the service, with what configured it before; what follows is the same
/// in all of them. Nothing is gathered while nobody asks.
public final class RecordingStream: Sendable {
  /// What goes out.
  public enum Piece: Sendable {
    /// The beginning of a file, for those who have none yet.
    case beginning([UInt8])

    /// What follows in every file that has begun; whether nothing is missing before it.
    case rest([UInt8], isWhole: Bool)
  }

  private let service: HeadingService
  private let deliver: @Sendable (Piece) -> Void
  private let buffer = RecordingBuffer()
  private let tokens = Mutex<[UInt64]>([])

  /// In their order: who asks last is not cut off by who left before.
  private let queue = DispatchQueue(label: "headingd.recordings")

  /// Makes a stream that gathers nothing yet.
  ///
  /// - Parameters:
  ///   - service: What is recorded.
  ///   - deliver: Takes what goes out, in the order in which it belongs; must return at once.
  public init(of service: HeadingService, deliver: @escaping @Sendable (Piece) -> Void) {
    self.service = service
    self.deliver = deliver
  }

  /// Takes what is read from now on and how; what the service was told is nobody else's business.
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

  /// Gathers nothing more, for nobody asks any longer; returns at once.
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

  /// Lets go out what was gathered.
  public func flush() {
    let (bytes, lost) = buffer.take()
    if !bytes.isEmpty || lost > 0 { deliver(.rest(bytes, isWhole: lost == 0)) }
  }
}
