import Dispatch
import FoundationEssentials
import Glibc
import Synchronization

/// The times of this program's signatures: each is later than any before, also those before a restart.
///
/// It is the wall clock, or one unit after the last time where that is later. A file has a time that
/// no signature has reached; a start continues there, because a machine without a battery-backed
/// clock may have begun in the past.
package final class SigningClock: Sendable {
  private struct State {
    var last = SignatureTime(units: 0)
    /// The time in the file.
    var reserved = SignatureTime(units: 0)
    var isReserving = false
  }

  /// Time between two writes of the file at the least, s.
  private static let reserve: UInt64 = 120

  /// The clock of this program.
  ///
  /// Its file is `mavlink-signing-time` in systemd's `$STATE_DIRECTORY`, else in
  /// `$XDG_STATE_HOME/headingd` or `~/.local/state/headingd`.
  package static let shared: SigningClock = {
    let environment = ProcessInfo.processInfo.environment
    let home = environment["HOME"].map { $0 + "/.local/state" }
    let folder =
      environment["STATE_DIRECTORY"]
      ?? (environment["XDG_STATE_HOME"] ?? home).map { $0 + "/headingd" }
    return SigningClock(file: folder.map { $0 + "/mavlink-signing-time" })
  }()

  private let file: String?
  private let wall: @Sendable () -> SignatureTime
  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "signing time")

  /// A clock.
  ///
  /// - Parameters:
  ///   - file: Path of its file; `nil` for none.
  ///   - wall: Returns the present.
  package init(
    file: String?, wall: @escaping @Sendable () -> SignatureTime = SigningClock.wallTime
  ) {
    self.file = file
    self.wall = wall
  }

  /// The present by the wall clock.
  package static func wallTime() -> SignatureTime {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return SignatureTime(secondsSince1970: Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9)
  }

  /// Continues after the last start; reads and writes the file, so before the first signature.
  ///
  /// - Returns: Why a restart is not safe, for users; `nil` if it is.
  package func open() -> String? {
    guard let file else { return "there is no folder for the time of signatures; set HOME" }
    if let text = try? String(contentsOfFile: file, encoding: .utf8),
      let units = UInt64(text.prefix { $0.isNumber })
    {
      follow(SignatureTime(units: units))
    }
    do {
      try write()
      return nil
    } catch {
      return "the time of signatures cannot be kept in \(file): after a restart a receiver refuses "
        + "them until the wall clock is right"
    }
  }

  /// The present by the wall clock, for what is received.
  package var present: SignatureTime { wall() }

  /// A later time than any before.
  package func next() -> SignatureTime {
    let wall = wall()
    let (time, isShort) = state.withLock { state in
      state.last = max(wall, state.last.next)
      let isShort =
        !state.isReserving && file != nil
        && state.last.advanced(bySeconds: Self.reserve / 2) > state.reserved
      if isShort { state.isReserving = true }
      return (state.last, isShort)
    }
    // Not here: who signs may publish, and a disk may be slow.
    if isShort {
      queue.async { [self] in
        try? write()
        state.withLock { $0.isReserving = false }
      }
    }
    return time
  }

  /// Continues after a time, such as that of a peer that is ahead.
  package func follow(_ time: SignatureTime) {
    state.withLock { $0.last = max($0.last, time) }
  }

  private func write() throws {
    guard let file else { return }
    let wall = wall()
    let reserved = state.withLock { max($0.last, wall).advanced(bySeconds: Self.reserve) }
    let path = URL(fileURLWithPath: file)
    try FileManager.default.createDirectory(
      at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data("\(reserved.units)\n".utf8).write(to: path, options: .atomic)
    state.withLock { $0.reserved = reserved }
  }
}
