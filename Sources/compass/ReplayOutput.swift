import Dispatch
import Foundation
import HeadingArguments
import HeadingEngine
import HeadingProtocol
import HeadingRecording
import HeadingTerminal
import Synchronization

/// Where a replay writes to, on a second core: writing a solution takes as long as computing it.
final class ReplayOutput {
  private let writer: Writer
  private let queue = DispatchQueue(label: "replay output")

  /// Solutions on their way to the writer; a slow reader holds the replay up.
  private var batch: [HeadingSolution] = []
  private let free = DispatchSemaphore(value: ReplayOutput.batches)
  private static let batchSize = 256
  private static let batches = 4

  /// Opens the output.
  ///
  /// - Parameters:
  ///   - path: Where the table goes; `nil` for none.
  ///   - json: Whether objects are printed.
  /// - Throws: The exit status 73 after a sentence why the table cannot be written.
  init(table path: String?, json: Bool) throws {
    writer = Writer(try ReplayLines(table: path, json: json))
    batch.reserveCapacity(Self.batchSize)
  }

  /// Takes a solution.
  func append(_ solution: HeadingSolution) throws {
    batch.append(solution)
    if batch.count >= Self.batchSize { try hand() }
  }

  /// Waits until all is written.
  func finish() throws {
    try hand()
    queue.sync {}
    try writer.finish()
  }

  private func hand() throws {
    try writer.check()
    free.wait()
    let full = batch
    batch.removeAll(keepingCapacity: true)
    queue.async { [writer, free] in
      writer.write(full)
      free.signal()
    }
  }

  /// What the second core does.
  private final class Writer: Sendable {
    private let lines: Mutex<ReplayLines>
    private let failure = Mutex<(any Error)?>(nil)

    init(_ lines: consuming sending ReplayLines) { self.lines = Mutex(lines) }

    func write(_ solutions: [HeadingSolution]) {
      guard failure.withLock({ $0 == nil }) else { return }
      do {
        try lines.withLock { lines in
          for solution in solutions { try lines.append(solution) }
        }
      } catch {
        failure.withLock { $0 = error }
      }
    }

    /// Throws what went wrong.
    func check() throws {
      if let error = failure.withLock({ $0 }) { throw error }
    }

    func finish() throws {
      try check()
      try lines.withLock { try $0.finish() }
    }
  }
}
