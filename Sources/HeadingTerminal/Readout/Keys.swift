import Foundation

/// What people type.
public enum Keys {
  /// The bytes that arrive on standard input, those of one key together; ends with it.
  ///
  /// A thread of its own waits for them: reading blocks.
  public static func stream() -> AsyncStream<[UInt8]> {
    let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    let thread = Thread {
      while true {
        let data = FileHandle.standardInput.availableData
        if data.isEmpty { break }
        continuation.yield([UInt8](data))
      }
      continuation.finish()
    }
    thread.name = "keys"
    thread.start()
    return stream
  }
}
