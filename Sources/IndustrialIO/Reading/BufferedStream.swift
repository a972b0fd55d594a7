import Glibc
import HeadingClock
import HeadingSensing
import HeadingSystem

/// Reads a device through its buffer.
struct BufferedStream {
  private let plan: DevicePlan
  private let reader: DeviceReader
  private let trigger: String?
  private let isPaced: Bool
  private let temperature: ChannelReading?
  private let ids: [String]

  /// Samples per block; see ``blockSpan(of:isLocal:)``.
  let samples: Int

  /// Time after which a missing block counts as a failure, s.
  let timeout: Double

  private let rate: Double

  init(
    plan: DevicePlan, reader: DeviceReader, trigger: String?, rate: Double, isPaced: Bool = false
  ) {
    self.plan = plan
    self.rate = rate
    self.reader = reader
    self.trigger = trigger
    self.isPaced = isPaced
    temperature = plan.temperature?.format?.unsupportedReason == nil ? plan.temperature : nil
    let span = Self.blockSpan(
      of: plan.readings.map(\.kind), isLocal: reader.pool.isLocal)
    samples = isPaced ? 1 : max(1, min(8, Int((rate * span).rounded(.down))))
    timeout = max(1, 4 * Double(samples) / rate)
    var ids = plan.readings.flatMap { $0.channels.map(\.id) }
    if let temperature, temperature.format != nil { ids.append(temperature.id) }
    self.ids = ids + ["timestamp"]
  }

  /// Largest duration of a block, s.
  ///
  /// Larger blocks add latency, smaller ones cost processor time: over a network each block is a request
  /// and a response (50 µs and more), locally it is two system calls. The gyroscope's blocks set the output
  /// interval, 10 ms at 100 Hz; between the blocks of the other sensors, which are used at their time stamps,
  /// the gyroscope propagates the heading. Pressure tolerates the longest delay.
  private static func blockSpan(of kinds: [SensorKind], isLocal: Bool) -> Double {
    if kinds.contains(.gyroscope) { return isLocal ? 0.01 : 0.02 }
    if kinds == [.barometer] { return 0.09 }
    return isLocal ? 0.03 : 0.05
  }

  /// Streams until the stop signal is set or the device's settings change.
  func run(device id: String, in context: borrowing IIOContext) throws(IIOError) {
    try context.withDevice(id) { device throws(IIOError) in
      let timing = prepareClock(of: device)
      let canceller = reader.canceller
      try device.withBuffer(of: ids, samples: samples, canceller: canceller) {
        buffer throws(IIOError) in
        reader.accepted(plan, reading: .buffered(trigger: trigger), timing: timing)
        try stream(buffer, device, in: context, timing: timing)
      }
    }
  }

  /// Selects boottime as the clock of the time stamps on this machine.
  private func prepareClock(of device: IIODevice) -> SampleTiming {
    guard device.channels.contains(where: { $0.id == "timestamp" && $0.scanIndex != nil }) else {
      return .arrival
    }
    let attribute = "current_timestamp_clock"
    guard reader.pool.isLocal, device.has(attribute) else {
      return .mapped
    }
    if (try? device.text(attribute)) != "boottime" {
      try? device.write("boottime", to: attribute)
    }
    return (try? device.text(attribute)) == "boottime" ? .kernelBoottime : .mapped
  }

  private func stream(
    _ buffer: borrowing SampleBuffer, _ device: IIODevice,
    in context: borrowing IIOContext, timing: SampleTiming
  ) throws(IIOError) {
    let stampFormat = device.channels.first { $0.id == "timestamp" }?.format
    var clock = StreamClock(timing: timing, period: 1 / rate, samples: samples)
    var block = SampleBlock()
    var stamps: [Int64] = []
    var events: [SensorEvent] = []
    var settings = SettingsWatch(plan)
    var nextTemperature = SystemClock().bootTime
    while !reader.stop.isSet {
      if isPaced, let trigger { try pace(trigger, in: context, clock: clock) }
      do throws(IIOError) {
        try buffer.nextBlock(into: &block, channels: ids)
      } catch {
        guard !reader.stop.isSet else { return }
        throw meaning(of: error, device, hasDelivered: clock.last != nil)
      }
      guard block.count > 0 else { continue }
      let arrival = SystemClock().bootTime
      stamps.removeAll(keepingCapacity: true)
      for row in 0..<block.count {
        stamps.append(
          stampFormat.flatMap { block.value($0, channel: ids.count - 1, row: row) } ?? 0)
      }
      for notice in clock.take(stamps: stamps, arrival) {
        reader.report(
          SensorNotice(.warning, plan.readings.first?.kind, "\(reader.title) \(notice)"))
      }
      reader.delivers()
      events.removeAll(keepingCapacity: true)
      for row in 0..<block.count where clock.isFresh[row] {
        append(block, row: row, at: clock.times[row], to: &events)
      }
      reader.sink.deliver(events)
      if temperature != nil, arrival >= nextTemperature {
        nextTemperature = arrival.advanced(bySeconds: 1)
        deliverTemperature(block, at: arrival)
      }
      if settings.changed(device, now: arrival) { return }
    }
  }

  /// Classifies a stream's error by probing the device.
  ///
  /// A timeout alone is ambiguous: a slow or silent chip, a failed buffer, or an unplugged device.
  private func meaning(
    of error: IIOError, _ device: IIODevice, hasDelivered: Bool
  ) -> IIOError {
    let waited = error.isTimeout || error.code == EPIPE
    guard waited || error.code == EBADF || error.code == EIO else { return error }
    var silent = error
    switch reader.probe(device, plan) {
    case .gone:
      silent.problem = .system(ENODEV)
      return silent
    case .unreachable: return error
    case .answers: break
    }
    // Over the network the client's own timeout may expire first, which libiio reports as EPIPE.
    if waited {
      silent.problem = .silent(timeout)
      // The trigger may already have its maximum of two consumers: another one may work.
      if !hasDelivered { reader.avoid(trigger: trigger) }
    }
    return silent
  }

  private func pace(
    _ trigger: String, in context: borrowing IIOContext, clock: StreamClock
  ) throws(IIOError) {
    if let last = clock.times.last {
      let due = last.advanced(bySeconds: 1 / rate)
      if reader.stop.wait(seconds: due.seconds(since: SystemClock().bootTime)) { return }
    }
    try context.withDevice(trigger) { device throws(IIOError) in
      try device.write("1", to: "trigger_now")
    }
  }

  private func append(
    _ block: SampleBlock, row: Int, at time: BootTime, to events: inout [SensorEvent]
  ) {
    var index = 0
    for reading in plan.readings {
      var value = (0.0, 0.0, 0.0)
      var isWhole = true
      for (axis, channel) in reading.channels.enumerated() {
        defer { index += 1 }
        guard let format = channel.format,
          let raw = block.value(format, channel: index, row: row)
        else {
          isWhole = false
          continue
        }
        let physical = channel.physical(raw)
        switch axis {
        case 0: value.0 = physical
        case 1: value.1 = physical
        default: value.2 = physical
        }
      }
      guard isWhole else { continue }
      if let event = reading.event(value.0, value.1, value.2, at: time) {
        events.append(event)
      } else {
        reader.rejected(value.0, of: reading.kind)
      }
    }
  }

  private func deliverTemperature(_ block: SampleBlock, at time: BootTime) {
    guard let temperature, let format = temperature.format,
      let raw = block.value(format, channel: ids.count - 2, row: block.count - 1)
    else { return }
    let kelvin = Temperature.kelvin(milliCelsius: temperature.physical(raw))
    reader.sink.deliver(
      .temperature(ScalarSample(time: time, value: kelvin), of: plan.temperatureKind))
  }
}
