public import HeadingIIOServer
import HeadingMarkup

extension ServedContext {
  /// Creates a context from a recording of real drivers in the project's JSON format.
  ///
  /// - Parameters:
  ///   - json: The file's content: `{"xml": ..., "attrs": {device: {dev, chn, buf, trigger}}}`.
  ///   - isLive: Whether raw values follow the simulated board; else they stay as recorded.
  /// - Throws: ``ContextRecordingError`` if the file has another format.
  public init(recording json: [UInt8], isLive: Bool) throws(ContextRecordingError) {
    let recording: ContextRecording
    do {
      recording = try ContextRecording(json: json)
    } catch {
      throw .unreadable(reason: "\(error)")
    }
    self.init(description: "", attributes: [], devices: [])
    for tag in MarkupScanner(recording.xml) where !tag.isEnd { add(tag, recording, isLive) }
    guard !devices.isEmpty else { throw .noDevices }
    // The served devices are simulated, also if recorded from hardware.
    if !attributes.contains(where: { $0.name == Attribute.simulationMark }) {
      attributes.append(Attribute(name: Attribute.simulationMark, value: "recording"))
    }
    for index in devices.indices { devices[index].settleRules() }
  }

  private mutating func add(
    _ tag: MarkupScanner.Tag, _ recording: ContextRecording, _ isLive: Bool
  ) {
    let name = tag.attributes["name"]
    if tag.name == "context" { description = tag.attributes["description"] ?? "" }
    if tag.name == "context-attribute", let name {
      attributes.append(Attribute(name: name, value: tag.attributes["value"] ?? ""))
    }
    if tag.name == "device", let id = tag.attributes["id"] {
      var device = ServedDevice(id: id, name: name, label: tag.attributes["label"])
      device.trigger = recording.attrs[id]?.trigger
      devices.append(device)
    }
    let last = devices.count - 1
    guard last >= 0 else { return }
    let values = recording.attrs[devices[last].id]
    switch tag.name {
    case "channel":
      guard let id = tag.attributes["id"] else { return }
      var channel = ServedChannel(id: id, name: name)
      channel.isOutput = tag.attributes["type"] == "output"
      devices[last].channels.append(channel)
    case "scan-element":
      let current = devices[last].channels.count - 1
      guard current >= 0, let index = tag.attributes["index"].flatMap({ Int($0) }),
        let format = tag.attributes["format"].flatMap({ ScanFormat(text: $0) })
      else { return }
      devices[last].channels[current].scan = ServedChannel.ScanElement(
        index: index, format: format)
    case "attribute":
      guard let name else { return }
      devices[last].add(attribute: name, file: tag.attributes["filename"], values, isLive)
    case "buffer-attribute":
      guard let name else { return }
      devices[last].bufferAttributes.append(name)
      devices[last].files["buffer/" + name] = ServedAttribute(values?.buf[name])
    case "debug-attribute":
      guard let name else { return }
      devices[last].debugAttributes.append(name)
      devices[last].files["debug/" + name] = ServedAttribute("0x0", .constant)
    default: break
    }
  }
}

extension ServedAttribute {
  fileprivate init(_ value: ContextRecording.Value?) {
    switch value {
    case .text(let text): self.init(text)
    case .refused(let number): self.init("", .refused(number))
    case nil: self.init("")
    }
  }
}

extension ServedDevice {
  /// Adds an attribute of the last channel, or of the device if it has no file or there is no
  /// channel.
  fileprivate mutating func add(
    attribute name: String, file: String?, _ values: ContextRecording.Device?, _ isLive: Bool
  ) {
    guard let file, let last = channels.indices.last else {
      attributes.append(name)
      files[name] = ServedAttribute(values?.dev[name])
      return
    }
    let id = channels[last].id
    channels[last].attributes.append(ServedChannel.AttributeName(name: name, file: file))
    let direction = channels[last].isOutput ? "out" : "in"
    var attribute = ServedAttribute(values?.chn["\(direction) \(id)"]?[name])
    let isMeasured = isLive && channels[last].measurement != nil
    if name == "raw" && isMeasured { attribute.rule = .raw(channel: id) }
    if name == "input" && isMeasured { attribute.rule = .input(channel: id) }
    files[file] = attribute
  }

  /// Determines which files are writable, as in drivers, and what triggers a buffer.
  fileprivate mutating func settleRules() {
    for (file, attribute) in files where attribute.rule == .constant {
      let last = file.split(separator: "_").last.map(String.init) ?? file
      if file == "current_timestamp_clock" {
        files[file]?.rule = .word(KernelClocks.names)
      } else if let list = listFile(for: file) {
        files[file]?.rule = .choice(from: list)
      } else if file.hasSuffix("sampling_frequency")
        || ["hysteresis", "calibbias", "ratio"].contains(last)
      {
        files[file]?.rule = .number
      }
    }
    guard channels.contains(where: { $0.scan != nil }) else { return }
    triggering = trigger == nil ? .external : .own
  }

  /// The file with the available values: `in_magn_scale_available` also applies to
  /// `in_magn_x_scale`.
  private func listFile(for file: String) -> String? {
    guard !file.hasSuffix("_available") else { return nil }
    let shared = file.replacing(/_[xyz]_/, with: "_")
    let bare = file.split(separator: "_").suffix(2).joined(separator: "_")
    return [file, shared, bare, file.split(separator: "_").last.map(String.init) ?? ""]
      .map { $0 + "_available" }
      .first { list in
        files[list].map { $0.text.split(separator: " ").allSatisfy { Double($0) != nil } } ?? false
      }
  }
}
