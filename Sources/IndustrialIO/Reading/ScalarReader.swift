import HeadingClock
import HeadingSensing
import HeadingSystem

/// Polls a channel with one value in the thread that calls ``run()``: a vehicle's load, or a
/// quantity beside the sensors of a heading.
struct ScalarReader {
  /// Device and id of a channel.
  typealias Place = (device: String, channel: String)

  /// Name of the value in messages.
  private let name: String

  /// Polling interval, s.
  private let period: Double

  /// The channel in a context; `nil` if it has none.
  private let place: @Sendable (borrowing IIOContext) -> Place?

  /// The event of a value in the channel's unit; `nil` if it is impossible.
  private let event: @Sendable (BootTime, Double, IIOChannelInfo) -> SensorEvent?
  /// The context, or those in which the channel is looked for.
  private let pools: [ContextPool]
  private let session: IIOSession

  /// Reads a load every 50 ms: in A, V or W (the ABI has mA, mV and mW), else in the channel's unit.
  init(_ load: LoadChannel, session: IIOSession) {
    (name, period) = ("load from \(load.device)/\(load.channel)", 0.05)
    pools = session.pools
    self.session = session
    place = { context in
      IIOInventory(of: context, depth: .structure).device(load.device)
        .map { ($0.id, load.channel) }
    }
    event = { time, value, channel in
      let scale = ["current", "voltage", "power"].contains(channel.type) ? 1e-3 : 1
      return .load(ScalarSample(time: time, value: value * scale))
    }
  }

  /// Reads a quantity every second, from the first device that has a channel of its type.
  init(_ quantity: ScalarQuantity, in pool: ContextPool, session: IIOSession) {
    let traits = quantity.traits
    (name, period) = (traits.name, 1)
    pools = [pool]
    self.session = session
    place = { IIOInventory(of: $0, depth: .structure).place(of: quantity) }
    event = { time, value, _ in
      let value = value * traits.scale
      guard traits.range.contains(value) else { return nil }
      return .quantity(ScalarSample(time: time, value: value), quantity)
    }
  }

  /// Reads until the stop signal is set; reports an error once and retries.
  ///
  /// An unplugged device has two errors: that of the read, and then that the context lacks it.
  func run() {
    var backoff = Backoff(first: 0.25, limit: 5)
    var complaint: IIOError?
    while !session.stop.isSet {
      do throws(IIOError) {
        let (pool, place) = try find()
        let context = try session.open(pool)
        try context.setTimeout(seconds: 3)
        try context.withDevice(place.device) { device throws(IIOError) in
          let info = IIODeviceInfo(of: device, depth: .structure)
          guard let channel = info.channel(place.channel), channel.isReadable else {
            throw device.error(.findDevice, .notThere, place.channel)
          }
          let reading = try ChannelReading(channel, of: device)
          repeat {
            let before = SystemClock().bootTime
            let number = try device.number(reading.attribute, channel: reading.id)
            let half = SystemClock().bootTime.seconds(since: before) / 2
            if let event = event(
              before.advanced(bySeconds: half), reading.physical(polled: number), channel)
            {
              session.sink.deliver(event)
            }
            if complaint != nil { session.sink.notice(.info, nil, "the \(name) is there again") }
            complaint = nil
            backoff.reset()
          } while !session.stop.wait(seconds: period)
        }
      } catch {
        if error.isDisconnected { for pool in pools { pool.forget() } }
        let isKnown = complaint.map { last in
          last.isGone && error.isGone || last.description == error.description
        }
        complaint = error
        if isKnown != true {
          session.sink.notice(.error, nil, "no \(name): \(error); see `compass devices`")
        }
      }
      if session.stop.wait(seconds: backoff.next()) { return }
    }
  }

  /// Finds the channel anew with each connection, in the first context that has it.
  private func find() throws(IIOError) -> (ContextPool, Place) {
    var failure: IIOError?
    for pool in pools where pool.address.uri != nil {
      do throws(IIOError) {
        let context = try session.open(pool)
        try context.setTimeout(seconds: 3)
        if let place = place(context) { return (pool, place) }
      } catch {
        if failure == nil, pools.count == 1 || !error.isWithoutDevices { failure = error }
      }
    }
    throw failure
      ?? IIOError(.findDevice, .notThere, uri: session.configuration.name, device: name)
  }
}
