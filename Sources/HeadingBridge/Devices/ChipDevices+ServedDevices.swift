import HeadingChips
import HeadingIIOServer
import HeadingProtocol
import Synchronization

extension ChipDevices: ServedDevices {
  package var context: ServedContext {
    state.withLock { state in Self.context(state) }
  }

  package var markup: String {
    state.withLock { state in
      Self.context(state).markup(
        omitting: Set(state.slots.indices.filter { !state.slots[$0].isPresent }))
    }
  }

  private static func context(_ state: State) -> ServedContext {
    var attributes = [
      ServedContext.Attribute(name: "bridge", value: "headingd \(ProgramVersion.text)")
    ]
    for (slot, device) in zip(state.slots, state.devices) where slot.isPresent {
      attributes.append(
        ServedContext.Attribute(name: device.id, value: slot.place.description))
    }
    return ServedContext(
      description: "headingd bridge \(ProgramVersion.text)", attributes: attributes,
      devices: state.devices)
  }

  package func delay(of device: Int) -> Double { 0 }

  package func read(_ file: String, of device: Int) throws(RemoteError) -> String {
    try state.withLock { (state) throws(RemoteError) in
      guard state.slots[device].isPresent else { throw .noSuchDevice }
      let shape = state.devices[device]
      guard let attribute = shape.files[file] else { throw .noSuchAttribute }
      if file == "buffer/data_available" {
        let waiting = state.buffers.values.filter { $0.request.device == device }
        return String(waiting.map(\.samples.count).max() ?? 0)
      }
      guard case .raw(let id) = attribute.rule else { return attribute.text }
      guard let channel = shape.channels.firstIndex(where: { $0.id == id }), channel < 4,
        let sample = state.slots[device].latest,
        BridgeClock().now &- state.slots[device].arrival <= state.slots[device].patience
      else { throw .timedOut }
      return String(sample.counts[channel])
    }
  }

  package func write(_ text: String, to file: String, of device: Int) throws(RemoteError) {
    try state.withLock { (state) throws(RemoteError) in
      guard state.slots[device].isPresent else { throw .noSuchDevice }
      let accepted = try state.devices[device].accepted(text, for: file)
      if file == "current_timestamp_clock" {
        let isOpen = state.buffers.values.contains { $0.request.device == device }
        if isOpen { throw .busy }
      } else {
        let setting = try Self.setting(accepted, file, of: state.slots[device].chip)
        state.slots[device].settings.removeAll { setting.replaces($0) }
        state.slots[device].settings.append(setting)
      }
      state.devices[device].files[file]?.text = accepted
    }
  }

  /// The change that a written text means: the driver's own number of its list.
  private static func setting(
    _ text: String, _ file: String, of chip: ChipDevice
  ) throws(RemoteError) -> ChipSetting {
    if file == "sampling_frequency" {
      guard let rate = chip.rates.first(where: { ServedDevice.rate($0) == text }) else {
        throw .invalid
      }
      return .rate(rate)
    }
    guard
      let channel = chip.channels.firstIndex(where: { file == "in_\($0.type)_scale" }),
      let scale = chip.channels[channel].scales.first(where: { ServedDevice.scale($0) == text })
    else { throw .accessDenied }
    return .scale(scale, channel: channel)
  }

  package func open(_ request: BufferRequest) throws(RemoteError) -> Int {
    try state.withLock { (state) throws(RemoteError) in
      guard state.slots[request.device].isPresent else { throw .noSuchDevice }
      guard request.samplesPerBuffer <= Self.maximumSamples else { throw .outOfMemory }
      state.lastBuffer &+= 1
      state.buffers[state.lastBuffer] = OpenBuffer(
        request: request, capacity: min(request.capacity, Self.maximumSamples))
      return state.lastBuffer
    }
  }

  package func take(_ count: Int, from handle: Int) throws(RemoteError) -> BufferContent {
    try state.withLock { (state) throws(RemoteError) in
      guard let buffer = state.buffers[handle] else { throw .badDescriptor }
      let device = buffer.request.device
      let slot = state.slots[device]
      guard slot.isPresent else { throw .noSuchDevice }
      guard buffer.samples.count >= count else {
        let missing = Double(count - buffer.samples.count)
        // Soon after the last of them is due; the chip's rate is only nearly its nominal one.
        let wait = Int64(clamping: Int(min(missing / max(slot.chip.rate, 0.01), 3600) * 1e9))
        let due = slot.arrival &+ wait &+ 300_000
        return .later(max(due, BridgeClock().now &+ 1_000_000))
      }
      state.buffers[handle]?.samples.removeFirst(count)
      let shape = state.devices[device]
      let clock = shape.files["current_timestamp_clock"]?.text ?? "realtime"
      let offset = KernelClocks.offsets()[clock] ?? 0
      var content: [UInt8] = []
      content.reserveCapacity(count * buffer.request.length)
      for sample in buffer.samples.prefix(count) {
        content += Self.bytes(of: sample, in: buffer.request, shape, offset)
      }
      return .bytes(content)
    }
  }

  /// A sample in the kernel's layout.
  private static func bytes(
    of sample: ChipSample, in request: BufferRequest, _ shape: ServedDevice, _ offset: Int64
  ) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: request.length)
    for place in request.places {
      guard let format = shape.channels[place.channel].scan?.format else { continue }
      let isStamp = place.channel == shape.channels.count - 1
      let count =
        isStamp
        ? sample.time &+ offset : place.channel < 4 ? Int64(sample.counts[place.channel]) : 0
      format.write(count, at: place.offset, into: &bytes)
    }
    return bytes
  }

  package func close(_ buffer: Int) { state.withLock { $0.buffers[buffer] = nil } }

  // The chips sample on their own: there are no triggers.

  package func trigger(of device: Int) throws(RemoteError) -> String? { throw .noSuchAttribute }

  package func setTrigger(_ key: String?, of device: Int) throws(RemoteError) {
    throw .noSuchAttribute
  }
}
