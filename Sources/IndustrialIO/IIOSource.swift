public import HeadingSensing

/// The sensors of an IIO context as a source of events.
///
/// Finds the sensors by itself (``IIOSelection``), sets their rates and ranges, and reads each device in a
/// thread and a context of its own (over `usb:` one context for all, since the interface can be
/// claimed only once), so that one bad sensor never stops another. Events are in the
/// body frame, SI, on the boottime line. Losses, servers that go away and devices that are plugged
/// again are survived; `.status` events and notices say so.
///
/// Stopping takes at most half a second: a thread that is stuck in the kernel is left to end by itself
/// and delivers nothing more.
public struct IIOSource: SensorSource {
  /// What was decided about the sensors.
  public let configuration: IIOConfiguration

  /// Called from reader threads with what each driver accepted, once per start of a device.
  public let onAcceptance: (@Sendable (IIOAcceptance) -> Void)?

  /// Whether all readers use one context.
  var sharesContext: Bool

  /// Makes a source.
  ///
  /// - Parameters:
  ///   - configuration: What is decided about the sensors.
  ///   - onAcceptance: Called with what each driver accepted; must not block.
  public init(
    configuration: IIOConfiguration = .init(),
    onAcceptance: (@Sendable (IIOAcceptance) -> Void)? = nil
  ) {
    self.configuration = configuration
    self.onAcceptance = onAcceptance
    sharesContext = ContextPool.mustShare(configuration.uri)
  }

  /// The context's URI.
  public var name: String { configuration.uri }

  /// Delivers events until the task is cancelled.
  public func run(delivering sink: some SensorSink) async {
    let stop: StopSignal
    do throws(IIOError) {
      stop = try StopSignal(uri: configuration.uri)
    } catch {
      sink.notice(SensorNotice(.error, nil, "\(error)"))
      return
    }
    let session = IIOSession(
      configuration: configuration, sink: StoppableSink(sink, stop: stop), stop: stop,
      sharesContext: sharesContext, onAcceptance: onAcceptance)
    session.start()
    // A stream nobody writes to ends when the task is cancelled.
    let (forever, writer) = AsyncStream<Never>.makeStream()
    for await _ in forever {}
    writer.finish()
    stop.set()
    await session.ended(withinMilliseconds: 400)
  }
}
