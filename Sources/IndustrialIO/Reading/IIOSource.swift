import Glibc
public import HeadingSensing
import HeadingSystem

/// Event source of the sensors of IIO contexts.
///
/// Finds the sensors (``IIOSelection``), sets their rates and ranges, and reads each device in a thread and
/// a context of its own (over `usb:` one shared context, since the interface can be claimed only once), so
/// that one failing sensor does not stop another. Events are in the body frame, SI, boottime. The source
/// recovers from lost samples, lost servers and unplugged devices, and reports them by `.status` events and
/// notices.
///
/// Stopping takes at most half a second: a thread that is blocked in the kernel ends later and delivers
/// nothing more.
public struct IIOSource: SensorSource {
  /// Settings for the sensors.
  public let configuration: IIOConfiguration

  /// Called from reader threads with the accepted settings, once per start of a device.
  public let onAcceptance: (@Sendable (IIOAcceptance) -> Void)?

  /// Tells of another magnetometer than the known one, which is not read in a run of the source in
  /// which it is found; `nil` reads any.
  public let watch: MagnetometerWatch?

  /// Whether all readers of a context use one connection; `nil` only where it must be.
  var sharesContext: Bool?

  /// Makes a source.
  ///
  /// - Parameters:
  ///   - configuration: Settings for the sensors.
  ///   - watch: Tells of another magnetometer; `nil` reads any.
  ///   - onAcceptance: Called with the settings that a driver accepted; must not block.
  public init(
    configuration: IIOConfiguration = .init(), watch: MagnetometerWatch? = nil,
    onAcceptance: (@Sendable (IIOAcceptance) -> Void)? = nil
  ) {
    self.configuration = configuration
    self.watch = watch
    self.onAcceptance = onAcceptance
  }

  /// The contexts' URIs.
  public var name: String { configuration.name }

  /// Delivers events until the task is cancelled.
  public func run(delivering sink: some SensorSink) async {
    guard let stop = StopSignal() else {
      let error = IIOError(.openContext, .system(errno), uri: configuration.name)
      return sink.notice(SensorNotice(.error, nil, "\(error)"))
    }
    let session = IIOSession(
      configuration: configuration, watch: watch.flatMap { $0.hasFoundOther ? nil : $0 },
      sink: StoppableSink(sink, stop: stop), stop: stop, sharesContext: sharesContext,
      onAcceptance: onAcceptance)
    session.start()
    // A stream without elements ends when the task is cancelled.
    let (forever, writer) = AsyncStream<Never>.makeStream()
    for await _ in forever {}
    writer.finish()
    stop.set()
    await session.ended(withinMilliseconds: 400)
  }
}
