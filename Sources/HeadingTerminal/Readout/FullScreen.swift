/// Runs a full screen until a key, a signal or an event ends it.
enum FullScreen {
  /// Default frame rate, Hz.
  static let rate = 10.0

  /// Shows frames while `keys` and `work` run, until one of them returns an ending.
  ///
  /// - Parameters:
  ///   - rate: Frame rate, Hz, at most 50.
  ///   - interrupted: The ending for Ctrl-C; with `nil` the signal ends the program.
  ///   - lines: Returns the lines of a frame of the given columns and rows.
  ///   - keys: Processes keys; returns an ending, or `nil` to wait for that of `work`.
  ///   - work: Runs concurrently; returns an ending, or `nil` to wait for that of `keys`.
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
