/// A full screen from its first frame to the key, signal or event that ends it.
enum FullScreen {
  /// Frames a second where nothing else is asked for.
  static let rate = 10.0

  /// Shows frames while keys and work go on, until one of the two tells an ending.
  ///
  /// - Parameters:
  ///   - rate: Frames a second, at most 50.
  ///   - interrupted: How Ctrl-C ends it; with `nil` the signal ends the program as always.
  ///   - lines: The lines of a frame of so many columns and rows.
  ///   - keys: Follows the keys; `nil` leaves the end to the work.
  ///   - work: What goes on meanwhile; `nil` leaves the end to the keys.
  /// - Returns: The first ending; `nil` if the task was cancelled before one.
  static func run<Ending: Sendable>(
    rate: Double = rate, interrupted: Ending? = nil,
    lines: @escaping @Sendable (_ width: Int, _ height: Int) -> [String],
    keys: @escaping @Sendable (AsyncStream<[UInt8]>) async -> Ending?,
    work: @escaping @Sendable () async -> Ending?
  ) async -> Ending? {
    let session = TerminalSession()
    defer { session.restore() }
    let (interrupts, output) = AsyncStream.makeStream(of: Void.self)
    let interrupt: @Sendable () -> Void = { _ = output.yield() }
    let signals = QuitSignals(interrupt: interrupted == nil ? nil : interrupt) {
      session.restore()
    }
    defer { signals.cancel() }
    let suspension = SuspendSignal { session.suspend() }
    defer { suspension.cancel() }
    return await withTaskGroup(of: Ending?.self) { group in
      group.addTask { await work() }
      group.addTask { await keys(Keys.stream()) }
      group.addTask {
        for await _ in interrupts { return interrupted }
        return nil
      }
      group.addTask {
        while !Task.isCancelled {
          if session.resume() { SuspendSignal.rearm() }
          let (width, height) = TerminalSession.size
          session.show(lines(width, height))
          try? await Task.sleep(for: .seconds(max(0.02, 1 / rate)))
        }
        return nil
      }
      var ending: Ending?
      while ending == nil, let next = await group.next() { ending = next }
      group.cancelAll()
      return ending
    }
  }
}
