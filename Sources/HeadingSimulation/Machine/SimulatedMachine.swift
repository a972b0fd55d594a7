import HeadingGeometry
import HeadingIIOServer
import HeadingSensing

/// State of the simulated machine; times are boottime ns.
struct SimulatedMachine: Sendable {
  let hat: SimulatedHat
  /// The context after power-on.
  let original: ServedContext
  var context: ServedContext
  /// The boottime of the simulation's time 0.
  let start: Int64
  /// Offsets of the machine's clocks from boottime, ns, by the kernel's name.
  let clocks: [String: Int64]
  /// Active faults and their start times by device index.
  var faults: [Int: [(fault: SimulatedFault, since: Int64)]] = [:]
  /// Open buffers by handle.
  var buffers: [Int: SimulatedBuffer] = [:]
  private var lastBuffer = 0

  init(hat: SimulatedHat, context: ServedContext, start: Int64, clocks: [String: Int64]) {
    self.hat = hat
    original = context
    self.context = context
    self.start = start
    self.clocks = clocks
  }

  /// The present XML of the context.
  var markup: String {
    func places(with fault: SimulatedFault) -> Set<Int> {
      Set(faults.filter { $0.value.contains { $0.fault == fault } }.keys)
    }
    return context.markup(
      omitting: places(with: .absent), withoutTimestamps: places(with: .missingTimestamp))
  }

  /// Adds a buffer and returns its handle.
  mutating func add(_ buffer: SimulatedBuffer) -> Int {
    lastBuffer += 1
    buffers[lastBuffer] = buffer
    return lastBuffer
  }

  /// Whether a buffer of the device is open.
  func isBuffering(_ device: Int) -> Bool {
    buffers.values.contains { $0.request.device == device }
  }

  /// Applies the present settings and faults to every open buffer.
  mutating func settle(at now: Int64) {
    for (key, buffer) in buffers {
      let device = buffer.request.device
      let rate = sampleRate(of: device)
      let isFed = !buffer.isStarved && delivers(device)
      let conditions = conditions(of: device)
      buffers[key]?.queue.change(rate: rate, isFed: isFed, conditions: conditions, at: now)
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
