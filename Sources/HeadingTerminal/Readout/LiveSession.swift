import FoundationEssentials
import HeadingProtocol
import HeadingRuntime
import HeadingSensing

/// Runs the live screen until a key ends it.
struct LiveSession {
  let style: TerminalStyle
  let feed: HeadingFeed
  let rate: Double

  /// Shows the feed's updates until the user quits or the stream ends.
  func run(
    _ messages: AsyncStream<SolutionMessage>, _ notices: AsyncStream<SensorNotice>
  ) async -> Readout.Ending {
    let board = ScreenContent()
    let complaint = DeferredError()
    var start = ScreenState(units: style.units)
    start.ownsSensors = !feed.isRemote
    let controls = ScreenControls(start)
    let teller = Task {
      for await notice in notices {
        _ = complaint.take(notice)
        board.post(notice, endsStream: feed.isRemote && notice.severity != .info)
      }
    }
    defer { teller.cancel() }
    let screen = LiveScreen(style: style)
    return await FullScreen.run(rate: rate, interrupted: Readout.Ending.finished) { width, height in
      let content = board.current()
      return screen.lines(
        content.message, source: feed.name, notice: content.notice,
        state: controls.current, log: content.log, width: width, height: height)
    } keys: {
      await follow($0, controls, board)
    } work: {
      for await message in messages {
        _ = complaint.begin(message)
        board.post(message)
      }
      guard !Task.isCancelled else { return nil }
      await teller.value
      return complaint.end(of: feed, named: feed.name)
    } ?? .finished
  }

  /// Processes keys until one ends the screen.
  private func follow(
    _ keys: AsyncStream<[UInt8]>, _ controls: ScreenControls, _ board: ScreenContent
  ) async -> Readout.Ending? {
    var recording: Task<Void, Never>?
    func end() async {
      recording?.cancel()
      await recording?.value
      recording = nil
    }
    var ending = Readout.Ending.finished
    reading: for await bytes in keys {
      for key in Key.all(of: bytes) {
        switch controls.press(key) {
        case .none: continue
        case .quit: break reading
        case .calibrate:
          ending = .calibration
          break reading
        case .record where recording != nil: await end()
        case .record: recording = record(controls, board)
        }
      }
    }
    await end()
    return Task.isCancelled ? nil : ending
  }

  /// Records into a file in the current folder, named by the date.
  private func record(_ controls: ScreenControls, _ board: ScreenContent) -> Task<Void, Never> {
    let moment = Date().formatted(.iso8601).replacing(":", with: "")
    let file = "heading-\(moment).mcap"
    controls.show(recording: file)
    return Task { [feed] in
      let failure = await feed.record(to: RecordingDestination(file))
      controls.show(recording: nil)
      board.post(
        failure.map { SensorNotice(.error, nil, "\(file) was not recorded: \($0)") }
          ?? SensorNotice(.warning, nil, "recorded into \(file)"))
    }
  }
}
