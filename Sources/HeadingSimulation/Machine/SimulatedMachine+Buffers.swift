import HeadingGeometry
import HeadingIIOServer

extension SimulatedMachine {
  /// Opens a buffer and returns its handle.
  mutating func open(_ request: BufferRequest, at now: Int64) throws(RemoteError) -> Int {
    let device = request.device
    if has(.absent, device) { throw .noSuchDevice }
    let shape = context.devices[device]
    guard shape.triggering == .own || shape.trigger != nil else { throw .invalid }
    let isStarved = shape.triggering == .external && !triggerHasRoom(for: device)
    let queue = SampleQueue(
      rate: sampleRate(of: device), isFed: !isStarved && delivers(device),
      conditions: conditions(of: device), capacity: request.capacity, openedAt: now)
    return add(SimulatedBuffer(request: request, isStarved: isStarved, queue: queue))
  }

  /// Whether the device's trigger accepts another consumer: the limit of Debian's kernels is two.
  private func triggerHasRoom(for device: Int) -> Bool {
    let trigger = context.devices[device].trigger
    let users = Set(buffers.values.filter { !$0.isStarved }.map(\.request.device))
      .filter { $0 != device && context.devices[$0].trigger == trigger }
    return users.count < 2
  }

  /// Removes samples from a buffer once enough wait.
  mutating func take(
    _ wanted: Int, from handle: Int, at now: Int64
  ) throws(RemoteError) -> BufferContent {
    guard var buffer = buffers[handle] else { throw .badDescriptor }
    if has(.errors, buffer.request.device) { throw .inputOutput }
    buffer.queue.update(at: now)
    guard buffer.queue.count >= wanted else {
      buffers[handle] = buffer
      return .later(buffer.queue.moment(whenHolding: wanted))
    }
    let samples = buffer.queue.take(wanted)
    buffers[handle] = buffer
    var content: [UInt8] = []
    content.reserveCapacity(samples.count * buffer.request.length)
    for sample in samples { content += bytes(of: sample, in: buffer.request) }
    return .bytes(content)
  }

  /// A sample in the kernel's layout.
  private func bytes(of sample: SampleQueue.Sample, in request: BufferRequest) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: request.length)
    let channels = context.devices[request.device].channels
    var readings: [SimulatedQuantity: Vector3] = [:]
    for place in request.places {
      guard let format = channels[place.channel].scan?.format else { continue }
      let count = count(
        of: channels[place.channel], on: request.device, in: sample, readings: &readings)
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
