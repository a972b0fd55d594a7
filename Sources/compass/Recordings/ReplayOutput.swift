import Dispatch
import FoundationEssentials
import HeadingArguments
import HeadingTerminal
import Synchronization

/// Writes the output of a replay in a second thread, as writing takes as long as computing.
final class ReplayOutput {
  private let writer: Writer
  private let queue = DispatchQueue(label: "replay output")

  /// Updates not yet handed to the writer; a slow reader blocks the replay.
  private var batch: [ReplayedUpdate] = []
  /// Used in turn and with their capacity kept: reallocation would cost a tenth of the replay.
  private let slots = (0..<4).map { _ in Slot() }
  private var handed = 0
  private let free: DispatchSemaphore
  private static let batchSize = 128

  /// Opens the output.
  ///
  /// - Parameters:
  ///   - destination: The file; `nil` for none.
  ///   - json: Whether to print JSON lines.
  ///   - style: The style of text lines.
  /// - Throws: The exit status 73, after a message, if the file cannot be created.
  init(_ destination: ReplayLines.Destination?, json: Bool, style: TerminalStyle) throws {
    writer = Writer(try ReplayLines(destination, json: json, style: style))
    free = DispatchSemaphore(value: slots.count)
  }

  /// Appends an update.
  func append(_ update: ReplayedUpdate) throws {
    batch.append(update)
    if batch.count >= Self.batchSize { try hand() }
  }

  /// Waits until everything is written.
  func finish() throws {
    try hand()
    queue.sync {}
    try writer.finish()
  }

  private func hand() throws {
    try writer.check()
    free.wait()
    let slot = slots[handed % slots.count]
    handed += 1
    slot.updates.withLock { swap(&$0, &batch) }
    queue.async { [writer, free] in
      writer.write(slot)
      free.signal()
    }
  }

  /// A batch that the writer processes, or empty.
  private final class Slot: Sendable {
    let updates = Mutex<[ReplayedUpdate]>([])
  }

  /// Writes batches in the second thread.
  private final class Writer: Sendable {
    private let lines: Mutex<ReplayLines>
    private let failure = Mutex<(any Error)?>(nil)

    init(_ lines: consuming sending ReplayLines) { self.lines = Mutex(lines) }

    func write(_ slot: Slot) {
      slot.updates.withLock { updates in
        defer { updates.removeAll(keepingCapacity: true) }
        guard failure.withLock({ $0 == nil }) else { return }
        do {
          try lines.withLock { lines in
            for update in updates { try lines.append(update) }
          }
        } catch {
          failure.withLock { $0 = error }
        }
      }
    }

    /// Throws the first error of the second thread.
    func check() throws {
      if let error = failure.withLock({ $0 }) { throw error }
    }

    func finish() throws {
      try check()
      try lines.withLock { try $0.finish() }
    }
  }
}
