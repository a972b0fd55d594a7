import HeadingGeometry

extension ServerState {
  /// Owner of an attribute.
  enum Owner: Sendable, Hashable {
    case device
    case buffer
    case debug
    case channel(id: String, isOutput: Bool)
  }

  /// Names and files of an owner's attributes, in order.
  func attributes(
    of owner: Owner, on device: Int
  ) throws(RemoteError) -> [SimulatedChannel.AttributeName] {
    let shape = context.devices[device]
    func named(_ names: [String], in folder: String) -> [SimulatedChannel.AttributeName] {
      names.map { SimulatedChannel.AttributeName(name: $0, file: folder + $0) }
    }
    switch owner {
    case .device: return named(shape.attributes, in: "")
    case .buffer: return named(shape.bufferAttributes, in: "buffer/")
    case .debug: return named(shape.debugAttributes, in: "debug/")
    case .channel(let id, let isOutput):
      guard
        let channel = shape.channels.first(where: {
          ($0.id == id || $0.name == id) && $0.isOutput == isOutput
        })
      else { throw .noSuchChannel }
      return channel.attributes
    }
  }

  /// The file of an attribute.
  func file(
    _ name: String, of owner: Owner, on device: Int
  ) throws(RemoteError) -> String {
    guard let file = try attributes(of: owner, on: device).first(where: { $0.name == name })?.file
    else { throw .noSuchAttribute }
    return file
  }

  /// Reads a file at a time.
  func read(_ file: String, on device: Int, at now: Int64) throws(RemoteError) -> String {
    guard let attribute = context.devices[device].files[file] else { throw .noSuchAttribute }
    if attribute.rule == .fault { return attribute.text }
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
    case .constant, .number, .choice, .word, .fault:
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
    guard let attribute = context.devices[device].files[file] else { throw .noSuchAttribute }
    if attribute.rule != .fault {
      if has(.absent, device) { throw .noSuchAttribute }
      if has(.errors, device) { throw .inputOutput }
    }
    let text = try accepted(written, for: attribute, on: device)
    if attribute.rule == .fault {
      guard let faults = SimulatedFault.list(text) else { throw .invalid }
      return set(faults, on: device, at: now)
    }
    if file == "current_timestamp_clock" && isBuffering(device) { throw .busy }
    // Queued samples have the rate of the old settings.
    for key in streams.keys { streams[key]?.queue.update(at: now) }
    context.devices[device].files[file]?.text = text
    settle(at: now)
  }

  /// The text as the driver stores it.
  private func accepted(
    _ text: String, for attribute: SimulatedAttribute, on device: Int
  ) throws(RemoteError) -> String {
    switch attribute.rule {
    case .constant, .raw, .input: throw .accessDenied
    case .refused(let number): throw RemoteError(rawValue: number) ?? .inputOutput
    case .fault: return text
    case .word(let words):
      guard words.contains(text) else { throw .invalid }
      return text
    case .number:
      guard let number = Double(text), number > 0 || attribute.text.first == "0",
        abs(number) < 1e9
      else { throw .invalid }
      return DecimalText.fixed(number, decimals: DecimalText.decimals(of: attribute.text))
    case .choice(let file):
      let listed = (context.devices[device].files[file]?.text ?? "").split(separator: " ")
      guard let number = Double(text),
        let choice = listed.first(where: { abs((Double($0) ?? .nan) - number) < 5e-10 }),
        let value = Double(choice)
      else { throw .invalid }
      return DecimalText.fixed(value, decimals: DecimalText.decimals(of: attribute.text))
    }
  }
}
