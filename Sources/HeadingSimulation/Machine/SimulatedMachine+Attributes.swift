import HeadingGeometry
import HeadingIIOServer

extension SimulatedMachine {
  /// Reads a file at a time.
  func read(_ file: String, on device: Int, at now: Int64) throws(RemoteError) -> String {
    guard let attribute = context.devices[device].files[file] else { throw .noSuchAttribute }
    if file == SimulatedFault.file { return attribute.text }
    if has(.absent, device) {
      // HID drivers return 0 successfully once after an unplug.
      if case .raw = attribute.rule, has(.zeros, device) { return "0" }
      throw .noSuchAttribute
    }
    if has(.errors, device) { throw .inputOutput }
    if has(.errorBursts, device) && SampleConditions.fails(at: now) { throw .inputOutput }
    let shape = context.devices[device]
    let sample = SampleQueue.Sample(moment: now, conditions: conditions(of: device))
    switch attribute.rule {
    case .refused(let number): throw RemoteError(rawValue: number) ?? .inputOutput
    case .raw(let id):
      if isBuffering(device) { throw .busy }
      if has(.silent, device) { throw .timedOut }
      if has(.garbage, device) { return "?!" }
      guard let channel = shape.channels.first(where: { $0.id == id }) else {
        throw .noSuchAttribute
      }
      var readings: [SimulatedQuantity: Vector3] = [:]
      return String(count(of: channel, on: device, in: sample, readings: &readings))
    case .input(let id):
      if has(.silent, device) { throw .timedOut }
      if has(.garbage, device) { return "?!" }
      guard let channel = shape.channels.first(where: { $0.id == id }),
        let (quantity, axis) = channel.measurement
      else { throw .noSuchAttribute }
      if sample.conditions.zeros { return "0.000000000" }
      let reading = reading(of: quantity, on: device, in: sample)
      let value = (reading[axis] - quantity.zeroInSI) / quantity.unitInSI
      return DecimalText.fixed(value, decimals: 9)
    case .constant, .number, .choice, .word, .any:
      let isNumber = Double(attribute.text) != nil
      if has(.garbage, device) && isNumber { return "?!" }
      if has(.notANumberScale, device) && file.hasSuffix("scale") { return "nan" }
      return attribute.text
    }
  }

  /// Writes a file as the driver does.
  mutating func write(
    _ written: String, to file: String, on device: Int, at now: Int64
  ) throws(RemoteError) {
    if file != SimulatedFault.file {
      if has(.absent, device) { throw .noSuchAttribute }
      if has(.errors, device) { throw .inputOutput }
    }
    let text = try context.devices[device].accepted(written, for: file)
    if file == SimulatedFault.file {
      guard let faults = SimulatedFault.list(text) else { throw .invalid }
      return set(faults, on: device, at: now)
    }
    if file == "current_timestamp_clock" && isBuffering(device) { throw .busy }
    // Queued samples have the rate of the old settings.
    for key in buffers.keys { buffers[key]?.queue.update(at: now) }
    context.devices[device].files[file]?.text = text
    settle(at: now)
  }
}
