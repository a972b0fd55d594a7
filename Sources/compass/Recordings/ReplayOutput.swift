import Dispatch
import Foundation
import HeadingArguments
import HeadingTerminal
import Synchronization

/// Where a replay writes to, on a second core: writing an update takes as long as computing it.
final class ReplayOutput {
  private let writer: Writer
  private let queue = DispatchQueue(label: "replay output")

  /// Updates on their way to the writer; a slow reader holds the replay up.
  private var batch: [ReplayedUpdate] = []
  /// Taken in turn, and with their memory: to give it back and ask for it again costs a tenth of the replay.
  private let slots = (0..<4).map { _ in Slot() }
  private var handed = 0
  private let free: DispatchSemaphore
  private static let batchSize = 128

  /// Opens the output.
  ///
  /// - Parameters:
  ///   - path: Where the table goes; `nil` for none.
  ///   - json: Whether objects are printed.
  ///   - style: How lines of text show values.
  /// - Throws: The exit status 73 after a sentence why the table cannot be written.
  init(table path: String?, json: Bool, style: TerminalStyle) throws {
    writer = Writer(try ReplayLines(table: path, json: json, style: style))
    free = DispatchSemaphore(value: slots.count)
  }

  /// Takes an update.
  func append(_ update: ReplayedUpdate) throws {
    batch.append(update)
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
    let slot = slots[handed % slots.count]
    handed += 1
    slot.updates.withLock { swap(&$0, &batch) }
    queue.async { [writer, free] in
      writer.write(slot)
      free.signal()
    }
  }

  /// A batch in the writer's hands, or empty.
  private final class Slot: Sendable {
    let updates = Mutex<[ReplayedUpdate]>([])
  }

  /// What the second core does.
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
