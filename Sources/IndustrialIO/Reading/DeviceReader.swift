import Glibc
import HeadingClock
import HeadingSensing
import HeadingSystem

/// Reads one device in the thread that calls ``run()`` and restarts after a failure.
final class DeviceReader {
  let kinds: [SensorKind]
  let session: IIOSession
  let pool: ContextPool
  let canceller: BufferCanceller
  private let device: IIODeviceInfo
  private var backoff = Backoff(first: 0.1, limit: 2)
  private var isPresent = false
  private var isFailed = false
  private var lastFailure: String?
  private var avoidedTriggers: Set<String> = []
  private var reported: Set<String> = []
  /// Sensors whose samples are discarded because their mount matrix was refused.
  private var misalignedKinds: [SensorKind] = []

  /// Time for the program's search after another magnetometer was found, s.
  private static let searchTime = 10.0

  var sink: StoppableSink { session.sink }
  var stop: StopSignal { session.stop }
  var configuration: IIOConfiguration { session.configuration }

  init(
    device: IIODeviceInfo, kinds: [SensorKind], session: IIOSession, pool: ContextPool,
    canceller: BufferCanceller
  ) {
    self.device = device
    self.kinds = kinds
    self.session = session
    self.pool = pool
    self.canceller = canceller
  }

  /// Reads until the stop signal is set or the device is gone.
  func run() {
    while !stop.isSet {
      do throws(IIOError) {
        try attempt()
        // The device's settings changed: restart at once with the new ones.
      } catch {
        guard !stop.isSet else { return }
        if error.isGone {
          isGone(error)
          return
        }
        failed(error)
        if stop.wait(seconds: backoff.next()) { return }
      }
    }
  }

  // MARK: - One attempt

  private func attempt() throws(IIOError) {
    for _ in 0..<3 {
      let context = try session.open(pool)
      try context.setTimeout(seconds: 3)
      guard let id = try find(in: context) else {
        // The program searches again and stops this source.
        _ = stop.wait(seconds: Self.searchTime)
        return
      }
      let plan = try context.withDevice(id) { device throws(IIOError) in
        try DevicePlan(for: kinds, of: device, configuration: configuration)
      }
      for notice in plan.notices { report(notice) }
      misalignedKinds = plan.misalignedKinds
      if try stream(plan, device: id, in: context) { return }
    }
    throw IIOError(
      .setTrigger, .notThere, uri: pool.uri, device: device.title,
      attribute: "a trigger made for it")
  }

  /// The device's current id: ids change when devices are plugged in again, names do not.
  ///
  /// `nil` if it is another magnetometer than the program knows.
  private func find(in context: borrowing IIOContext) throws(IIOError) -> String? {
    let inventory = IIOInventory(of: context, depth: .structure)
    if let same = inventory.device(device.id), same.name == device.name {
      guard kinds.contains(.magnetometer), let watch = session.watch else { return same.id }
      return watch.admits(IIODeviceIdentity(of: same, in: inventory)) ? same.id : nil
    }
    throw IIOError(.findDevice, .notThere, uri: pool.uri, device: device.title)
  }

  /// Streams through a buffer or by polling; `false` if a new context is needed first.
  private func stream(
    _ plan: DevicePlan, device id: String, in context: borrowing IIOContext
  ) throws(IIOError) -> Bool {
    var reason: String?
    if configuration.reading == .polled {
      reason = "the configuration says so"
    } else if let obstacle = plan.obstacle {
      reason = obstacle
    } else {
      switch try session.triggers.attach(
        to: id, in: context, rate: plan.pace, avoid: avoidedTriggers,
        mayMake: pool.isLocal)
      {
      case .madeOne: return false
      case .none(let why): reason = why
      case .notNeeded:
        let stream = BufferedStream(plan: plan, reader: self, trigger: nil, rate: plan.rate)
        reason = try run(stream, plan, id, in: context)
      case .attached(let name, let rate, let isPaced):
        let stream = BufferedStream(
          plan: plan, reader: self, trigger: name, rate: rate ?? (isPaced ? plan.pace : plan.rate),
          isPaced: isPaced)
        reason = try run(stream, plan, id, in: context)
      }
    }
    guard let reason, !stop.isSet else { return true }
    session.triggers.release(device: id)
    guard configuration.reading != .buffered else {
      throw IIOError(
        .createBuffer, .unsupportedFormat(reason), uri: pool.uri, device: device.title)
    }
    if configuration.reading != .polled {
      // Without permission the chip keeps its rate, often 1 Hz: report that also where another
      // obstacle (no trigger) comes first.
      let isForbidden =
        pool.isLocal && LocalKernel.isForbidden(device: id)
      report(
        SensorNotice(
          isForbidden ? .warning : .info, kinds.first,
          "\(device.title) is polled, which adds latency: no buffer, because \(isForbidden ? Self.forbidden : reason)"
        ))
    }
    try context.setTimeout(seconds: max(3, 4 / plan.rate))
    try context.withDevice(id) { device throws(IIOError) in
      try PolledStream(plan: plan, reader: self).run(device, because: reason)
    }
    return true
  }

  private static let forbidden =
    "this user may not open it; install the project's udev rules and add the user to the group iio"

  /// Streams through a buffer.
  ///
  /// - Returns: The obstacle, if polling may work instead; `nil` after streaming.
  private func run(
    _ stream: BufferedStream, _ plan: DevicePlan, _ id: String, in context: borrowing IIOContext
  ) throws(IIOError) -> String? {
    do throws(IIOError) {
      if pool.isLocal, LocalKernel.isHeld(device: id) {
        throw IIOError(
          .createBuffer, .system(EBUSY), uri: pool.uri, device: device.title)
      }
      try context.setTimeout(seconds: stream.timeout)
      try stream.run(device: id, in: context)
      return nil
    } catch {
      let fallbacks = [EINVAL, EACCES, EPERM, ENOSYS, ENOENT, EOPNOTSUPP]
      guard error.operation == .createBuffer, let code = error.code, fallbacks.contains(code),
        try context.withDevice(id, { device throws(IIOError) in probe(device, plan) }) == .answers
      else { throw error }
      return error.description
    }
  }

  /// Result of reading a setting, which needs no measurement.
  enum Answer {
    /// The device answers.
    case answers

    /// The device is gone.
    case gone

    /// The context does not answer.
    case unreachable
  }

  /// Tests whether a device is still present.
  func probe(_ device: IIODevice, _ plan: DevicePlan) -> Answer {
    guard let channel = plan.readings.first?.channels.first,
      device.has("scale", channel: channel.id)
    else { return .answers }
    do throws(IIOError) {
      _ = try device.text("scale", channel: channel.id)
      return .answers
    } catch {
      return error.isGone
        ? .gone : error.isDisconnected || error.isTimeout ? .unreachable : .answers
    }
  }

  // MARK: - Reports of the streams

  /// Reports that samples arrive.
  func delivers() {
    guard !isPresent else { return }
    isPresent = true
    backoff.reset()
    pool.isReached()
    let wasGone = session.isBack(device.id)
    for kind in kinds {
      sink.status(misalignedKinds.contains(kind) ? .misaligned : .present, of: kind)
    }
    if isFailed || wasGone { sink.notice(.info, kinds.first, "\(device.title) delivers again") }
    isFailed = false
    lastFailure = nil
  }

  /// Reports what the driver accepted.
  func accepted(
    _ plan: DevicePlan, reading: IIOAcceptance.Reading, timing: SampleTiming
  ) {
    session.onAcceptance?(
      IIOAcceptance(
        device: device.title, reading: reading, timing: timing, settings: plan.settings))
  }

  /// Reports a compass value outside 0…360°: the kernel's HID driver loses the unit's exponent.
  func rejected(_ value: Double, of kind: SensorKind) {
    guard kind == .compass else { return }
    let message =
      "\(device.title) gives \(value) as its heading, outside 0 to 360 degrees: set compassDegreesPerUnit"
    guard reported.insert("compass").inserted else { return }
    sink.status(.failed, of: kind)
    sink.notice(.error, kind, message)
  }

  /// Excludes a trigger that did not fire from further attempts for this device.
  func avoid(trigger: String?) {
    if let trigger { avoidedTriggers.insert(trigger) }
  }

  /// Sends a notice once in the reader's lifetime.
  func report(_ notice: SensorNotice) {
    guard reported.insert(notice.message).inserted else { return }
    sink.notice(notice.severity, notice.sensor, notice.message)
  }

  var title: String { device.title }

  // MARK: - Failures

  private func failed(_ error: IIOError) {
    if error.isDisconnected { pool.forget() }
    if isPresent || !isFailed { for kind in kinds { sink.status(.failed, of: kind) } }
    isPresent = false
    isFailed = true
    if case .silent = error.problem {} else { avoidedTriggers.removeAll() }
    guard error.description != lastFailure else { return }
    lastFailure = error.description
    guard error.operation != .openContext || pool.isNewlyUnreachable(error) else { return }
    sink.notice(.error, kinds.first, error.description)
  }

  private func isGone(_ error: IIOError) {
    guard session.isNewlyGone(device.id) else { return }
    for kind in kinds { sink.status(.absent, of: kind) }
    sink.notice(.error, kinds.first, "\(device.title) is gone: \(error.reason); plug it in again")
  }
}
