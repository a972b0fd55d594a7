import HeadingGeometry
import HeadingSensing

/// State of the simulated machine; times are boottime ns.
struct ServerState: Sendable {
  let hat: SimulatedHat
  /// The context after power-on.
  let original: SimulatedContext
  var context: SimulatedContext
  /// The boottime of the simulation's time 0.
  let start: Int64
  /// Offsets of the machine's clocks from boottime, ns, by the kernel's name.
  let clocks: [String: Int64]
  /// Timeout of a buffer read, ms; 0 for none.
  ///
  /// Common to all clients, as in iiod.
  var timeout = 2500
  /// Active faults and their start times by device index.
  var faults: [Int: [(fault: SimulatedFault, since: Int64)]] = [:]
  /// Requested number of kernel buffers by device index.
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

  /// The index of a present device.
  func device(_ key: String) throws(RemoteError) -> Int {
    guard let index = context.index(ofDevice: key) else { throw .noSuchDevice }
    return index
  }

  /// The present XML of the context.
  var markup: String {
    func places(with fault: SimulatedFault) -> Set<Int> {
      Set(faults.filter { $0.value.contains { $0.fault == fault } }.keys)
    }
    return context.markup(
      omitting: places(with: .absent), withoutTimestamps: places(with: .missingTimestamp))
  }

  /// Adds a stream and returns its handle.
  mutating func add(_ stream: DeviceStream) -> Int {
    lastStream += 1
    streams[lastStream] = stream
    return lastStream
  }

  /// Whether a buffer of the device is open.
  func isBuffering(_ device: Int) -> Bool {
    streams.values.contains { $0.device == device && !$0.hasFailed }
  }

  /// Applies the present settings and faults to every open buffer.
  mutating func settle(at now: Int64) {
    for key in streams.keys {
      guard let stream = streams[key] else { continue }
      let rate = sampleRate(of: stream.device)
      let isFed = !stream.isStarved && delivers(stream.device)
      let conditions = conditions(of: stream.device)
      streams[key]?.queue.change(rate: rate, isFed: isFed, conditions: conditions, at: now)
    }
  }

  /// Sampling rate of a buffer, Hz: that of a timer trigger, else the chip's own.
  func sampleRate(of device: Int) -> Double {
    let own = context.devices[device].samplingFrequency
    let trigger = context.devices[device].trigger.flatMap { context.index(ofDevice: $0) }
    let ticks = trigger.flatMap { context.devices[$0].number("sampling_frequency") }
    let rate =
      context.devices[device].triggering == .own ? own ?? ticks ?? 100 : ticks ?? own ?? 100
    return min(max(rate, 0.01), 20_000)
  }
}
