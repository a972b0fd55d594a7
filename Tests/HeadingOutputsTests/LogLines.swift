import Logging

/// Yields what is logged, line by line.
struct LogLines: LogHandler {
  let lines: AsyncStream<String>.Continuation
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.info

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) { lines.yield("\(event.message)") }
}
