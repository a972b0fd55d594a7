import HeadingClock
import HeadingSensing

/// Polls the vehicle's load channel in the thread that calls ``run()``.
///
/// The value is in A, V or W (the kernel's ABI has mA, mV and mW); any other channel keeps its unit.
struct LoadReader {
  /// Polling interval, s.
  static let period = 0.05

  let load: LoadChannel
  let session: IIOSession

  /// Reads until the stop signal is set; reports an error once and retries.
  func run() {
    var backoff = Backoff(first: 0.25, limit: 5)
    var complaint: String?
    while !session.stop.isSet {
      do throws(IIOError) {
        let context = try session.open()
        try context.setTimeout(seconds: 3)
        try context.withDevice(load.device) { device throws(IIOError) in
          let info = IIODeviceInfo(of: device, depth: .structure)
          guard let channel = info.channel(load.channel), channel.isReadable else {
            throw device.error(.findDevice, .notThere, load.channel)
          }
          let reading = try ChannelReading(channel, of: device)
          let toSI = ["current", "voltage", "power"].contains(channel.type) ? 1e-3 : 1
          repeat {
            let before = SystemClock().bootTime
            let number = try device.number(reading.attribute, channel: reading.id)
            let half = SystemClock().bootTime.seconds(since: before) / 2
            session.sink.deliver(
              .load(
                ScalarSample(
                  time: before.advanced(bySeconds: half),
                  value: reading.physical(polled: number) * toSI)))
            if complaint != nil {
              session.sink.notice(
                .info, nil, "the load \(load.device)/\(load.channel) is there again")
            }
            complaint = nil
            backoff.reset()
          } while !session.stop.wait(seconds: Self.period)
        }
      } catch {
        if error.isDisconnected { session.contexts.forget() }
        if complaint != error.description {
          complaint = error.description
          session.sink.notice(
            .error, nil,
            "no load from \(load.device)/\(load.channel): \(error); see `compass devices`")
        }
      }
      if session.stop.wait(seconds: backoff.next()) { return }
    }
  }
}
