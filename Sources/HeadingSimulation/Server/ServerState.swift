import HeadingGeometry
import HeadingSensing

/// Everything the simulated machine is at one moment; times are boottime ns.
struct ServerState: Sendable {
  let hat: SimulatedHat
  /// The context as after power-on.
  let original: SimulatedContext
  var context: SimulatedContext
  /// The boottime of the hat's time 0.
  let start: Int64
  /// What the machine's clocks are ahead of boottime, ns, by the kernel's name.
  let clocks: [String: Int64]
  /// How long a read of a buffer may take, ms; 0 for ever.
  ///
  /// One for all clients, as in iiod.
  var timeout = 2500
  /// Switched faults by the place of the device, with the moment each began.
  var faults: [Int: [(fault: SimulatedFault, since: Int64)]] = [:]
  /// Kernel buffers a client asked for, by the place of the device.
  var buffersCounts: [Int: Int] = [:]
  var streams: [Int: DeviceStream] = [:]
  private var lastStream = 0

  init(hat: SimulatedHat, context: SimulatedContext, start: Int64, clocks: [String: Int64]) {
    self.hat = hat
    original = context
    self.context = context
    self.start = start
    self.clocks = clocks
  }

  /// The place of a device that is there.
  func device(_ key: String) throws(RemoteError) -> Int {
    guard let index = context.index(ofDevice: key) else { throw .noSuchDevice }
    return index
  }

  /// The XML of the context as a client gets it now.
  var markup: String {
    func places(with fault: SimulatedFault) -> Set<Int> {
      Set(faults.filter { $0.value.contains { $0.fault == fault } }.keys)
    }
    return context.markup(
      omitting: places(with: .absent), withoutTimestamps: places(with: .missingTimestamp))
  }

  /// Keeps a stream; the number is its handle.
  mutating func add(_ stream: DeviceStream) -> Int {
    lastStream += 1
    streams[lastStream] = stream
    return lastStream
  }

  /// Whether a buffer of the device is open.
  func isBuffering(_ device: Int) -> Bool {
    streams.values.contains { $0.device == device && !$0.isDead }
  }

  /// Brings every open buffer in line with the settings and faults as they are now.
  mutating func settle(at now: Int64) {
    for key in streams.keys {
      guard let stream = streams[key] else { continue }
      let rate = sampleRate(of: stream.device)
      let isFed = !stream.isStarved && delivers(stream.device)
      let conditions = conditions(of: stream.device)
      streams[key]?.queue.change(rate: rate, isFed: isFed, conditions: conditions, at: now)
    }
  }

  /// Samples a second of a buffer: the trigger's if it ticks by itself, else the chip's own.
  func sampleRate(of device: Int) -> Double {
    let own = context.devices[device].samplingFrequency
    let trigger = context.devices[device].trigger.flatMap { context.index(ofDevice: $0) }
    let ticks = trigger.flatMap { context.devices[$0].number("sampling_frequency") }
    let rate =
      context.devices[device].triggering == .own ? own ?? ticks ?? 100 : ticks ?? own ?? 100
    return min(max(rate, 0.01), 20_000)
  }
}
