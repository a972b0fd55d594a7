import FoundationEssentials
package import HeadingClient
import HeadingProtocol
import HeadingRecording

/// What a daemon takes and makes, written as it comes.
///
/// The daemon sends MCAP bytes; an MCAP file takes them undecoded, so that nothing is lost.
package struct RemoteRecording: Sendable {
  /// Reason why the recording failed or ended early.
  package enum Failure: Error {
    /// The daemon does not offer recordings over the connection: it is too old.
    case notOffered(ServerAddress)

    /// The daemon cannot be reached, or has hung up.
    case daemon(HeadingClientError)

    /// The file cannot be written; the system's reason.
    case file(any Error)

    /// The file cannot be begun; the system's reason.
    case fileBeginning(any Error)
  }

  private var client: DaemonClient
  private let destination: RecordingDestination

  /// Creates a recording of a daemon; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - client: Client of the daemon.
  ///   - destination: Destination; an existing file is replaced once the daemon sends.
  package init(of client: DaemonClient, to destination: RecordingDestination) {
    self.client = client
    self.client.request = Request()
    self.client.request?.contents = [.recording, .notices]
    self.destination = destination
  }

  /// Records until the task is cancelled; the file is whole whenever this returns.
  ///
  /// - Parameters:
  ///   - begun: Called when the first bytes have come.
  ///   - written: Takes how many bytes are written so far.
  ///   - notices: Receives the daemon's notices.
  /// - Throws: ``Failure``.
  package func run(
    begun: @Sendable () -> Void, written: @Sendable (UInt64) -> Void,
    notices: @Sendable (String) -> Void
  ) async throws(Failure) {
    var file: RecordingOutput?
    do {
      var lines = client.lines.makeAsyncIterator()
      while let line = try await lines.next() {
        switch line {
        case .greeting(let greeting):
          guard greeting.has(.recording) else { throw Failure.notOffered(client.address) }
        case .recording(let message):
          guard let bytes = message.bytes else {
            throw Failure.daemon(.notHeadingd(client.address))
          }
          if file == nil {
            file = try begin()
            begun()
          }
          do { try file?.write(Array(bytes)) } catch { throw Failure.file(error) }
          written(file?.size ?? 0)
        case .notice(let notice): notices(notice.message)
        default: continue
        }
      }
    } catch {
      try? end(&file)
      if let error = error as? HeadingClientError { throw .daemon(error) }
      throw error as? Failure ?? .file(error)
    }
    try end(&file)
    written(file?.size ?? 0)
  }

  private func begin() throws(Failure) -> RecordingOutput {
    do {
      return try RecordingOutput(destination)
    } catch {
      throw .fileBeginning(error)
    }
  }

  private func end(_ file: inout RecordingOutput?) throws(Failure) {
    guard file != nil else { return }
    do {
      try file?.end(Array(MCAPWriter.ending))
    } catch {
      throw .file(error)
    }
  }
}
