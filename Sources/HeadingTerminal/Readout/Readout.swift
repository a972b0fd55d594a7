import Foundation
public import HeadingProtocol
public import HeadingSensing

/// Shows a stream of messages: full screen, as lines, as JSON, or one and done.
public struct Readout: Sendable {
  /// How to show.
  public enum Mode: Sendable, Hashable {
    /// The full-screen readout.
    case screen
    /// A line of text per update.
    case lines
    /// A JSON object per update.
    case json
    /// One update as soon as there is a heading.
    case once(json: Bool)
    /// What the bound of that update is made of.
    case explanation(json: Bool)
  }

  /// How the showing ended.
  public enum Ending: Sendable, Hashable {
    /// The user quit, or the one update was printed.
    case finished
    /// `once` waited in vain; the reasons of the last update.
    case noHeading(String)
    /// The stream ended by itself.
    case sourceEnded(String)
    /// Whoever read the output went away.
    case outputClosed
  }

  /// Seconds that `once` waits for a heading.
  public static let patience = 5.0

  /// Seconds of samples that `once` averages after the first heading: half the noise of one.
  private static let settling = 0.2

  private let style: TerminalStyle
  private let mode: Mode
  private let interval: Double
  private let source: String

  /// Makes a readout.
  ///
  /// - Parameters:
  ///   - style: What the terminal can show.
  ///   - mode: How to show.
  ///   - rate: Updates per second at most; `nil` for every update, or 10 on a full screen.
  ///   - source: What to call the source.
  public init(style: TerminalStyle, mode: Mode, rate: Double?, source: String) {
    self.style = style
    self.mode = mode
    interval = 1 / (rate ?? (mode == .screen ? 10 : .infinity))
    self.source = source
  }

  /// Shows messages until the user quits or the stream ends.
  public func show(
    _ messages: AsyncStream<SolutionMessage>, notices: AsyncStream<SensorNotice>
  ) async -> Ending {
    switch mode {
    case .screen: await showScreen(messages, notices)
    case .lines, .json: await printAll(messages, notices)
    case .once, .explanation: await printOne(messages, notices)
    }
  }

  private func printAll(
    _ messages: AsyncStream<SolutionMessage>, _ notices: AsyncStream<SensorNotice>
  ) async -> Ending {
    let teller = Task {
      for await notice in notices { tell(notice) }
    }
    defer { teller.cancel() }
    var due = -Double.infinity
    for await message in messages {
      // The rate is kept on average: the next one is due an interval after the last was.
      guard message.bootTime >= due else { continue }
      due = max(due + interval, message.bootTime - interval)
      guard write(message) else { return .outputClosed }
    }
    return Task.isCancelled ? .finished : .sourceEnded("the stream of \(source) ended.")
  }

  private func printOne(
    _ messages: AsyncStream<SolutionMessage>, _ notices: AsyncStream<SensorNotice>
  ) async -> Ending {
    let teller = Task {
      for await notice in notices where notice.severity != .info { tell(notice) }
    }
    defer { teller.cancel() }
    var first: Double?
    var began: Double?
    var last: SolutionMessage?
    for await message in messages {
      last = message
      let start = began ?? message.bootTime
      began = start
      // A heading that only the gyroscope carries is not yet the one asked for.
      let isCoasting = message.status == "coasting" && message.bootTime - start < Self.patience / 2
      if isCoasting || (message.magneticHeading == nil && message.trueHeading == nil) {
        first = nil
        if message.bootTime - start > Self.patience { break }
        continue
      }
      let found = first ?? message.bootTime
      first = found
      if message.bootTime - found >= Self.settling {
        _ = write(message)
        return .finished
      }
    }
    guard let last else { return .sourceEnded("nothing came from \(source).") }
    _ = write(last)
    return .noHeading(
      Reasons(names: last.reasons).intersection(Self.headingReasons).names.joined(separator: ", "))
  }

  /// Reasons that can keep a heading away.
  private static let headingReasons: Reasons = [
    .starting, .magnetometerMissing, .magnetometerStale, .accelerometerMissing,
    .accelerometerStale, .fieldTooWeak, .fieldImplausible, .gyroscopeHold, .relativeHeading,
    .sensorFailed, .invalidSamples, .sensorStuck,
  ]

  private func showScreen(
    _ messages: AsyncStream<SolutionMessage>, _ notices: AsyncStream<SensorNotice>
  ) async -> Ending {
    let screen = LiveScreen(style: style)
    let session = TerminalSession()
    let board = ScreenBoard()
    defer { session.restore() }
    let signals = QuitSignals { session.restore() }
    defer { signals.cancel() }
    return await withTaskGroup(of: Ending?.self) { group in
      group.addTask {
        for await message in messages { board.post(message) }
        return Task.isCancelled ? nil : .sourceEnded("the stream of \(source) ended.")
      }
      group.addTask {
        for await notice in notices where notice.severity != .info {
          board.post(notice: notice.message)
        }
        return nil
      }
      group.addTask {
        for await key in Keys.stream() where key == UInt8(ascii: "q") || key == 3 || key == 4 {
          return .finished
        }
        return Task.isCancelled ? nil : .finished
      }
      group.addTask {
        while !Task.isCancelled {
          let content = board.current
          let (width, height) = session.size
          session.show(
            screen.lines(
              content.message, source: source, notice: content.notice, width: width,
              height: height))
          try? await Task.sleep(for: .seconds(max(0.02, interval)))
        }
        return nil
      }
      var ending: Ending?
      while ending == nil, let next = await group.next() { ending = next }
      group.cancelAll()
      return ending ?? .finished
    }
  }

  /// Prints a message; false if nobody reads any more.
  private func write(_ message: SolutionMessage) -> Bool {
    do {
      let bytes =
        switch mode {
        case .json, .once(json: true): Data(message.line)
        case .explanation(json: true): try Explanation(style: style).json(message)
        case .explanation: Data(Explanation(style: style).text(message).utf8)
        case .screen, .lines, .once: Data((UpdateLine(style: style).text(message) + "\n").utf8)
        }
      try FileHandle.standardOutput.write(contentsOf: bytes)
      return true
    } catch {
      return false
    }
  }

  private func tell(_ notice: SensorNotice) {
    FileHandle.standardError.write(Data("compass: \(notice.message)\n".utf8))
  }
}
