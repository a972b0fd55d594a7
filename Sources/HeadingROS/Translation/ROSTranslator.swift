import HeadingGeometry
package import HeadingProtocol

/// Translates a stream of updates into the messages of ``ROSTopic``.
package struct ROSTranslator: Sendable {
  /// Longest time between two messages with equal diagnostics, s, the usual one of `/diagnostics`.
  private static let diagnosticInterval = 1.0

  /// Two times of validity closer than this are of the same fix: both are rounded to 1 ms.
  private static let fixTolerance = 0.002

  private let options: ROSOptions
  private var timeline: ROSTimeline
  private var map: MapFrame?
  private var lastTime: Double?
  private var lastFix = -Double.infinity
  private var lastDiagnostics: (time: Double, message: String)?

  /// Makes a translator.
  ///
  /// - Parameters:
  ///   - options: Choices about the messages.
  ///   - isLive: Whether the messages are published at once; else they are kept in a bag, whose times must not
  ///     jump.
  package init(options: ROSOptions, isLive: Bool) {
    self.options = options
    timeline = ROSTimeline(isFixed: !isLive)
  }

  /// Returns the messages of an update, and their time.
  ///
  /// What is missing in the update has no message. An update without a newer sample, whose transform would
  /// repeat a time, has none at all in a bag; in a live stream it has its diagnostics, which report that a sensor
  /// is silent.
  package mutating func messages(
    of update: SolutionMessage
  ) -> (time: ROSTime, messages: [(topic: ROSTopic, record: ROSRecord)]) {
    let stamp = timeline.stamp(update)
    let isNew = update.bootTime != lastTime
    guard isNew || !timeline.isFixed else { return (stamp, []) }
    lastTime = update.bootTime
    var messages = isNew ? samples(update, stamp) : []
    let diagnostics = DiagnosticArrayMessage(
      update, stamp: stamp, isUniversal: timeline.isUniversal, north: options.north)
    if isNews(diagnostics, at: update.bootTime + update.latency) {
      messages.append((.diagnostics, diagnostics.record))
    }
    return (stamp, messages)
  }

  /// Messages with the time of a sample.
  private mutating func samples(
    _ update: SolutionMessage, _ stamp: ROSTime
  ) -> [(topic: ROSTopic, record: ROSRecord)] {
    let header = ROSHeader(stamp, in: options.base)
    var messages: [(topic: ROSTopic, record: ROSRecord)] = []
    messages.append((.imu, ImuMessage(update, stamp: stamp, options: options).record))
    if let field = SolutionMessage.body(update.field) {
      var message = MagneticFieldMessage()
      message.header = header
      message.field = field * PhysicalConstants.microtesla
      messages.append((.magneticField, message.record))
    }
    if let pressure = update.pressure {
      var message = FluidPressureMessage()
      message.header = header
      message.pressure = pressure
      messages.append((.pressure, message.record))
    }
    if isNewFix(update), let fix = NavSatFixMessage(update, header: header) {
      messages.append((.fix, fix.record))
    }
    return messages + poses(update, ROSHeader(stamp, in: options.map))
  }

  /// Messages that are relative to the map.
  private mutating func poses(
    _ update: SolutionMessage, _ header: ROSHeader
  ) -> [(topic: ROSTopic, record: ROSRecord)] {
    var messages: [(topic: ROSTopic, record: ROSRecord)] = []
    if let (rotation, _) = update.orientation(north: .true) {
      var message = QuaternionStampedMessage()
      message.header = header
      message.orientation = rotation
      messages.append((.heading, message.record))
    }
    if map == nil { map = MapFrame(at: update) }
    if let map,
      let odometry = OdometryMessage(update, in: map, header: header, base: options.base)
    {
      messages.append((.odometry, odometry.record))
      var message = TransformMessage()
      message.header = header
      message.childFrame = options.base
      message.translation = odometry.position
      message.rotation = odometry.orientation
      messages.append((.transforms, message.record))
    }
    return messages
  }

  /// Whether the update is the first after a fix, which is one measurement and not one per update.
  private mutating func isNewFix(_ update: SolutionMessage) -> Bool {
    guard update.sources?.contains("gnss_position") == true, let age = update.fixAge else {
      return false
    }
    let validity = update.bootTime - age
    guard validity > lastFix + Self.fixTolerance else { return false }
    lastFix = validity
    return true
  }

  private mutating func isNews(_ diagnostics: DiagnosticArrayMessage, at time: Double) -> Bool {
    if let last = lastDiagnostics, last.message == diagnostics.message,
      abs(time - last.time) < Self.diagnosticInterval
    {
      return false
    }
    lastDiagnostics = (time, diagnostics.message)
    return true
  }
}
