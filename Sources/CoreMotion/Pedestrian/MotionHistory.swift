import Foundation
import Glibc
import HeadingAuthorization
import HeadingStorage
import HeadingSystem

/// The file of steps and activities of the last seven days, shared by a user's programs.
///
/// Its size is bounded: older lines are removed when a measurement begins, and reading begins near
/// the end of a file that is too large.
final class MotionHistory: Sendable {
  /// Largest part of the file that is read, and size from which older lines are removed, bytes.
  static let limit = 2_000_000

  /// Largest number of waiting writes; a disk that hangs loses further ones.
  private static let longestQueue = 100

  /// The user's file: `$XDG_STATE_HOME/headingd/motion-history`, or the one that
  /// `COREMOTION_HISTORY` names; with `none` nothing is written.
  static let ofUser: MotionHistory = {
    let environment = ProcessInfo.processInfo.environment
    if let path = environment["COREMOTION_HISTORY"], !path.isEmpty {
      return MotionHistory(path == "none" ? nil : URL(fileURLWithPath: path))
    }
    let home = environment["HOME"].map { $0 + "/.local/state" }
    return MotionHistory(
      (environment["XDG_STATE_HOME"] ?? home).map {
        URL(fileURLWithPath: $0).appendingPathComponent("headingd/motion-history")
      })
  }()

  private let file: URL?
  private let now: @Sendable () -> Double
  private let queue = OperationQueue()

  /// Uses a file.
  ///
  /// - Parameters:
  ///   - file: The file; `nil` keeps nothing.
  ///   - now: The wall clock, s since 1970.
  init(
    _ file: URL?, now: @escaping @Sendable () -> Double = { Date().timeIntervalSince1970 }
  ) {
    self.file = file
    self.now = now
    queue.maxConcurrentOperationCount = 1
  }

  /// Appends lines, later.
  func append(_ lines: [String]) {
    guard file != nil, !lines.isEmpty, queue.operationCount < Self.longestQueue else { return }
    queue.addOperation { [self] in write(lines) }
  }

  /// Removes lines older than seven days, later.
  func compact() {
    guard let file else { return }
    queue.addOperation { [self] in
      var status = stat()
      guard unsafe stat(file.path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        status.st_size > Self.limit / 2
      else { return }
      let records = read()
      var lines = records.rows.compactMap { MotionRecords.line($0) }
      lines += records.activities.compactMap { MotionRecords.line($0) }
      let text = lines.joined(separator: "\n") + "\n"
      try? AtomicFile.write(Data(text.utf8.suffix(Self.limit / 2)), to: file, isPrivate: true)
    }
  }

  /// Reads the file, later, after the writes that were asked for before.
  func read(_ receiver: @escaping @Sendable (MotionRecords) -> Void) {
    queue.addOperation { [self] in receiver(read()) }
  }

  private func read() -> MotionRecords {
    guard let file, let open = try? OpenFile(file.path, O_RDONLY | O_NONBLOCK | O_NOCTTY) else {
      return MotionRecords("", now: 0)
    }
    var status = stat()
    guard unsafe fstat(open.descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return MotionRecords("", now: 0)
    }
    if Int(status.st_size) > Self.limit {
      lseek(open.descriptor, off_t(Int(status.st_size) - Self.limit), SEEK_SET)
    }
    let data = (try? open.content(atMost: Self.limit)) ?? Data()
    // A line of something else may hold any bytes.
    return MotionRecords(String(decoding: data, as: UTF8.self), now: now())
  }

  private func write(_ lines: [String]) {
    guard let file else { return }
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      let open = try OpenFile(
        file.path, O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK | O_NOCTTY, mode: 0o600)
      // The line before may be torn.
      try open.write(Data(("\n" + lines.joined(separator: "\n") + "\n").utf8))
    } catch {
      ProgramLog.say("cannot keep the history of steps in \(file.path): \(error)")
    }
  }
}
