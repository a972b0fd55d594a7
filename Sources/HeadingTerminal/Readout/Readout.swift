import FoundationEssentials
import HeadingProtocol
public import HeadingROS
public import HeadingRuntime
import HeadingSensing
import HeadingSystem
import Synchronization

/// Shows a stream of updates as full screen, text lines, JSON or messages of ROS, or a single update.
public struct Readout: Sendable {
  /// The text of an update.
  public enum Form: Sendable, Hashable {
    /// A line for people.
    case line
    /// One JSON object.
    case json
    /// A YAML document of `sensor_msgs/Imu`.
    case rosYAML(ROSOptions)
  }

  /// The form of the output.
  public enum Mode: Sendable, Hashable {
    /// Full screen.
    case screen
    /// Every update.
    case stream(Form)
    /// A single update, as soon as there is a heading.
    case once(Form)
    /// The terms of the accuracy bound of that update.
    case explanation(json: Bool)
  }

  /// How the readout ended.
  public enum Ending: Sendable, Hashable {
    /// The user quit, or the single update was printed.
    case finished
    /// The user wants to calibrate the sensors and then return.
    case calibration
    /// `once` timed out without a heading; the reasons of the last update.
    case noHeading(ReasonList)
    /// The stream ended, with the reason.
    case sourceEnded(String)
    /// The reader of the output closed it.
    case outputClosed
    /// The output could not be written, with the system's reason.
    case outputFailed(String)
  }

  /// Timeout of `once` for a heading, s.
  public static let timeout = 5.0

  /// Averaging time of `once` after the first heading, s; halves the noise of one sample.
  private static let settling = 0.2

  /// Timeout of `once` for the first fix of a present receiver, s; many report at 1 Hz.
  private static let fixPatience = 2.0

  /// Timeout of `once` for the estimator's start, s, which takes about a third of it.
  private static let startPatience = 1.0

  /// Frame rate of the full screen, Hz.
  private static let screenRate = 10.0

  private let style: TerminalStyle
  private let mode: Mode
  private let rate: Double?
  private let source: String

  /// Creates a readout.
  ///
  /// - Parameters:
  ///   - style: The terminal's capabilities.
  ///   - mode: The form of the output.
  ///   - rate: Largest rate of updates, Hz; `nil` for all updates, or 10 on a full screen.
  ///   - source: The name of the source.
  public init(style: TerminalStyle, mode: Mode, rate: Double?, source: String) {
    self.style = style
    self.mode = mode
    self.rate = rate
    self.source = source
  }

  /// Shows a feed until the user quits or it ends.
  public func show(_ feed: HeadingFeed) async -> Ending {
    switch mode {
    case .screen:
      await feed.run {
        await LiveSession(style: style, feed: feed, rate: rate ?? Self.screenRate).run($0, $1)
      }
    case .stream: await printAll(feed)
    case .once, .explanation: await feed.run { await printOne(of: feed, $0, $1) }
    }
  }

  /// Whether the reader publishes each line as it comes, so that an old one would be a wrong heading.
  private var isForPublisher: Bool { if case .stream(.rosYAML) = mode { true } else { false } }

  private func printAll(_ feed: HeadingFeed) async -> Ending {
    let output = LineOutput(isLatestOnly: isForPublisher)
    return await withTaskGroup(of: Ending.self) { group in
      group.addTask {
        let watch = Mutex(ValueFaultWatch())
        let first = Mutex(FirstLine())
        let complaint = DeferredError()
        await feed.deliver(rate: rate) { message in
          complaint.begin(message).map(report)
          if mode == .stream(.line), !first.withLock({ $0.shows(message) }) { return }
          output.write(bytes(message))
          for fault in watch.withLock({ $0.note(message) }).begun.advice { report(fault) }
        } notices: {
          for message in complaint.take($0) { report(message) }
        }
        return Task.isCancelled ? .finished : complaint.end(of: feed, named: source)
      }
      group.addTask {
        await output.drain()
        if let failure = output.failure { return .outputFailed(failure) }
        return Task.isCancelled ? .finished : .outputClosed
      }
      let ending = await group.next() ?? .finished
      group.cancelAll()
      return ending
    }
  }

  /// Prints one update with a heading; gives up on a source that delivers nothing.
  private func printOne(
    of feed: HeadingFeed, _ messages: AsyncStream<SolutionMessage>,
    _ notices: AsyncStream<SensorNotice>
  ) async -> Ending {
    let silence = Silence()
    let reading = Task { await printOne(of: feed, messages, notices, hearing: silence) }
    let watching = Task {
      while !Task.isCancelled, silence.length < .seconds(Self.timeout) {
        try? await Task.sleep(for: .milliseconds(200))
      }
      reading.cancel()
    }
    let ending = await withTaskCancellationHandler {
      await reading.value
    } onCancel: {
      reading.cancel()
    }
    let isOver = silence.length >= .seconds(Self.timeout)
    watching.cancel()
    guard isOver, !Task.isCancelled else { return ending }
    return .noHeading(
      ReasonList([], otherwise: "no more updates: the source of the heading does not respond"))
  }

  /// Measures the time since the last update of a stream.
  private final class Silence: Sendable {
    private let heard = Mutex(ContinuousClock.now)

    var length: Duration { heard.withLock { $0.duration(to: .now) } }

    func end() { heard.withLock { $0 = .now } }
  }

  private func printOne(
    of feed: HeadingFeed, _ messages: AsyncStream<SolutionMessage>,
    _ notices: AsyncStream<SensorNotice>, hearing silence: Silence
  ) async -> Ending {
    let complaint = DeferredError()
    let teller = Task {
      for await notice in notices where notice.severity != .info {
        for message in complaint.take(notice) { report(message) }
      }
    }
    defer { teller.cancel() }
    var first: Double?
    var began: Double?
    var last: SolutionMessage?
    var best: SolutionMessage?
    var isOverdue = false
    for await message in messages {
      silence.end()
      complaint.begin(message).map(report)
      last = message
      let start = began ?? message.bootTime
      began = start
      // A heading that coasts on the gyroscope is not yet accepted.
      let isCoasting = message.status == .coasting && message.bootTime - start < Self.timeout / 2
      if isCoasting || (message.magneticHeading == nil && message.trueHeading == nil) {
        first = nil
        if message.bootTime - start > Self.timeout {
          isOverdue = true
          break
        }
        continue
      }
      best = message
      let found = first ?? message.bootTime
      first = found
      let reasons = Reasons(names: message.reasons)
      let mayFixCome =
        (message.trueHeading == nil || message.latitude == nil) && reasons.contains(.noFix)
        && message.bootTime - start < Self.fixPatience
      let isStarting =
        reasons.contains(.starting) && message.bootTime - start < Self.startPatience
      if message.bootTime - found >= Self.settling, !mayFixCome, !isStarting {
        return print(message) ?? .finished
      }
    }
    // Where the input has ended, nothing better comes.
    let isInputOver = !feed.isRemote && !isOverdue && !Task.isCancelled
    if isInputOver, let best { return print(best) ?? .finished }
    guard let last, !isInputOver else {
      guard !Task.isCancelled else { return .finished }
      // The stream ended without a usable update; so do the notices.
      await teller.value
      return complaint.end(of: feed, named: source)
    }
    if let failure = print(last) { return failure }
    return .noHeading(
      ReasonList(
        Reasons(names: last.reasons).intersection(Self.headingReasons).names
          .map { ReasonText.text([$0]) },
        otherwise: "the sensors gave no reason"))
  }

  /// Reasons that can prevent a heading.
  private static let headingReasons: Reasons = [
    .starting, .magnetometerMissing, .magnetometerStale, .accelerometerMissing,
    .accelerometerStale, .fieldTooWeak, .fieldImplausible, .gyroscopeHold, .relativeHeading,
    .sensorFailed, .invalidSamples, .sensorStuck,
  ]

  /// Encodes an update in the mode's form.
  private func bytes(_ message: SolutionMessage) -> [UInt8] {
    switch mode {
    case .stream(.json), .once(.json): message.line
    case .stream(.rosYAML(let options)), .once(.rosYAML(let options)):
      ImuMessage.document(of: message, options: options)
    case .explanation(json: true):
      (try? Explanation(style: style).json(message)).map { Array($0) } ?? []
    case .explanation: Array(PlainText.lines(Explanation(style: style).text(message)).utf8)
    case .screen, .stream(.line), .once(.line):
      Array((PlainText.of(UpdateLine(style: style).text(message)) + "\n").utf8)
    }
  }

  /// Prints an update; returns an ending on failure.
  private func print(_ message: SolutionMessage) -> Ending? {
    let output = LineOutput()
    guard !output.put(bytes(message)) else { return nil }
    return output.failure.map { .outputFailed($0) } ?? .outputClosed
  }

  private func report(_ message: String) {
    try? OpenFile.standardError.write(Array("compass: \(PlainText.of(message))\n".utf8))
  }
}
