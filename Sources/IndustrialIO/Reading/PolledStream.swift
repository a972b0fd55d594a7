import HeadingClock
import HeadingSensing
import HeadingSystem

/// Reads a device by polling its attributes.
struct PolledStream {
  private let plan: DevicePlan
  private let reader: DeviceReader

  init(plan: DevicePlan, reader: DeviceReader) {
    self.plan = plan
    self.reader = reader
  }

  /// Polls until the stop signal is set or the device's settings change.
  func run(_ device: IIODevice, because reason: String) throws(IIOError) {
    reader.accepted(plan, reading: .polled(because: reason), timing: .arrival)
    let periods = plan.settings.map { setting in
      // Polling faster than the chip's rate repeats samples.
      1
        / max(
          0.1, min(setting.requestedRate, setting.rate.flatMap { $0 > 0 ? $0 : nil } ?? .infinity))
    }
    let start = SystemClock().bootTime
    var due = periods.map { _ in start }
    var temperatureDue = start
    var settings = SettingsWatch(plan)
    while !reader.stop.isSet {
      for (index, reading) in plan.readings.enumerated() where SystemClock().bootTime >= due[index]
      {
        try poll(reading, of: device)
        // A read that takes longer than the period determines the rate.
        due[index] = max(due[index].advanced(bySeconds: periods[index]), SystemClock().bootTime)
        if reader.stop.isSet { return }
      }
      let now = SystemClock().bootTime
      if let temperature = plan.temperature, now >= temperatureDue {
        temperatureDue = now.advanced(bySeconds: 1)
        try poll(temperature, of: device)
      }
      if settings.changed(device, now: now) { return }
      guard let next = due.min() else { return }
      if reader.stop.wait(seconds: next.seconds(since: SystemClock().bootTime)) { return }
    }
  }

  private func poll(_ reading: SensorReading, of device: IIODevice) throws(IIOError) {
    var value = (0.0, 0.0, 0.0)
    let before = SystemClock().bootTime
    var isZero = true
    for (axis, channel) in reading.channels.enumerated() {
      let number = try device.number(channel.attribute, channel: channel.id)
      if number != 0 { isZero = false }
      switch axis {
      case 0: value.0 = channel.physical(polled: number)
      case 1: value.1 = channel.physical(polled: number)
      default: value.2 = channel.physical(polled: number)
      }
    }
    let after = SystemClock().bootTime
    // HID drivers return 0 successfully once after an unplug.
    if isZero, reader.probe(device, plan) == .gone {
      throw device.error(.readAttribute, .notThere, reading.channels.first?.id, "raw")
    }
    reader.delivers()
    let time = before.advanced(bySeconds: after.seconds(since: before) / 2)
    if let event = reading.event(value.0, value.1, value.2, at: time) {
      reader.sink.deliver(event)
    } else {
      reader.rejected(value.0, of: reading.kind)
    }
  }

  private func poll(
    _ temperature: ChannelReading, of device: IIODevice
  ) throws(IIOError) {
    guard let number = try? device.number(temperature.attribute, channel: temperature.id) else {
      return
    }
    let kelvin = Temperature.kelvin(milliCelsius: temperature.physical(polled: number))
    reader.sink.deliver(
      .temperature(
        ScalarSample(time: SystemClock().bootTime, value: kelvin), of: plan.temperatureKind))
  }
}
