import HeadingGeometry

extension ServerState {
  /// Result of reading a buffer.
  enum ReadResult: Sendable {
    /// Complete samples.
    case bytes([UInt8])
    /// Not enough samples before this boottime, ns; `nil` if none arrive.
    case later(Int64?)
  }

  /// Opens a buffer and returns the stream's handle.
  ///
  /// `samples` is the size of the client's buffer; `mask` has the channels as 32-bit hexadecimal
  /// words, the highest first. Cyclic buffers are for outputs, which are not supported.
  mutating func open(
    _ device: Int, samples: Int, mask: String, isCyclic: Bool, at now: Int64
  ) throws(RemoteError) -> Int {
    let shape = context.devices[device]
    let words = (shape.channels.count + 31) / 32
    guard samples > 0, mask.utf8.count == words * 8,
      mask.allSatisfy({ $0.isASCII && $0.isHexDigit })
    else {
      throw .invalid
    }
    if has(.absent, device) { throw .noSuchDevice }
    if isCyclic { throw .notPermitted }
    let digits = Array(mask.reversed())
    let enabled = shape.channels.indices.filter { index in
      (digits[index / 4].hexDigitValue ?? 0) >> (index % 4) & 1 == 1
    }
    let (places, length) = shape.layout(ofChannels: enabled)
    guard !places.isEmpty, shape.triggering != .none else { throw .invalid }
    guard shape.triggering == .own || shape.trigger != nil else { throw .invalid }
    guard samples <= 1_048_576 / length else { throw .outOfMemory }
    let buffers = buffersCounts[device] ?? 4
    let isStarved = shape.triggering == .external && !triggerHasRoom(for: device)
    let queue = SampleQueue(
      rate: sampleRate(of: device), isFed: !isStarved && delivers(device),
      conditions: conditions(of: device),
      capacity: max(samples * (buffers + 2), Self.leastCapacity), openedAt: now)
    return add(
      DeviceStream(
        device: device, samplesPerBuffer: samples, mask: mask, places: places, length: length,
        isStarved: isStarved, queue: queue))
  }

  /// Minimum capacity, samples, for clients that read single samples late.
  private static let leastCapacity = 32

  /// Whether the device's trigger accepts another consumer: the limit of Debian's kernels is two.
  private func triggerHasRoom(for device: Int) -> Bool {
    let trigger = context.devices[device].trigger
    let users = Set(streams.values.filter { !$0.hasFailed && !$0.isStarved }.map(\.device))
      .filter { $0 != device && context.devices[$0].trigger == trigger }
    return users.count < 2
  }

  /// Removes samples from a buffer once enough wait: a full buffer, or fewer if requested.
  mutating func take(
    _ bytes: Int, from stream: Int, at now: Int64
  ) throws(RemoteError) -> ReadResult {
    guard var current = streams[stream], !current.hasFailed else { throw .badDescriptor }
    if has(.errors, current.device) {
      streams[stream]?.hasFailed = true
      throw .inputOutput
    }
    let wanted = min(
      (bytes + current.length - 1) / current.length, current.samplesPerBuffer)
    current.queue.update(at: now)
    guard current.queue.count >= wanted else {
      streams[stream] = current
      return .later(current.queue.moment(whenHolding: wanted))
    }
    let samples = current.queue.take(wanted)
    streams[stream] = current
    var content: [UInt8] = []
    content.reserveCapacity(samples.count * current.length)
    for sample in samples { content += self.bytes(of: sample, in: current) }
    return .bytes(Array(content.prefix(bytes)))
  }

  /// Marks a buffer as failed after a timeout: it must be opened again.
  mutating func markFailed(_ stream: Int) { streams[stream]?.hasFailed = true }

  /// A sample in the kernel's layout.
  private func bytes(of sample: SampleQueue.Sample, in stream: DeviceStream) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: stream.length)
    let channels = context.devices[stream.device].channels
    var readings: [SimulatedQuantity: Vector3] = [:]
    for place in stream.places {
      guard let format = channels[place.channel].scan?.format else { continue }
      let count = count(
        of: channels[place.channel], on: stream.device, in: sample, readings: &readings)
      format.write(count, at: place.offset, into: &bytes)
    }
    return bytes
  }

  /// Sets or removes the trigger of a device.
  mutating func setTrigger(
    _ key: String?, of device: Int, at now: Int64
  ) throws(RemoteError) {
    guard context.devices[device].triggering != .none else { throw .noSuchAttribute }
    if isBuffering(device) { throw .busy }
    guard let key else {
      context.devices[device].trigger = nil
      return
    }
    guard let trigger = context.index(ofDevice: key), context.devices[trigger].isTrigger else {
      throw .noSuchAttribute
    }
    context.devices[device].trigger = context.devices[trigger].id
    settle(at: now)
  }

  /// The name of a device's trigger; `nil` if none is set.
  func trigger(of device: Int) throws(RemoteError) -> String? {
    guard context.devices[device].triggering != .none else { throw .noSuchAttribute }
    guard let id = context.devices[device].trigger, let index = context.index(ofDevice: id) else {
      return nil
    }
    return context.devices[index].name ?? id
  }
}
