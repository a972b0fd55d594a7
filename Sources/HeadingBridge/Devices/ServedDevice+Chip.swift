import HeadingChips
import HeadingGeometry
import HeadingIIOServer

extension ServedDevice {
  /// Decimals of a scale, more than the kernel's nine.
  private static let scaleDecimals = 12

  /// Channel in ``ChipDevice/channels`` for each channel except the timestamp.
  static func groups(of chip: ChipDevice) -> [Int] {
    chip.channels.indices.flatMap { index in
      Array(repeating: index, count: chip.channels[index].isVector ? 3 : 1)
    }
  }

  /// The files of a chip's device, as a driver of the kernel would have them.
  ///
  /// - Parameters:
  ///   - id: The IIO id.
  ///   - chip: The device.
  ///   - axes: Rotation from the die's axes to those of the board.
  ///   - label: Where the chip is.
  init(id: String, chip: ChipDevice, axes: Matrix3, label: String) {
    self.init(id: id, name: chip.name, label: label)
    triggering = .own
    for group in chip.channels { add(group) }
    var stamp = ServedChannel(id: "timestamp")
    stamp.scan = ServedChannel.ScanElement(
      index: channels.count, format: ScanFormat(bits: 64, storageBits: 64))
    channels.append(stamp)
    if chip.channels.contains(where: \.isVector) {
      let rows = axes.rows
      set("mount_matrix", DecimalText.matrix([rows.x, rows.y, rows.z].map { [$0.x, $0.y, $0.z] }))
    }
    let list = "sampling_frequency_available"
    set(
      "sampling_frequency", Self.rate(chip.rate),
      chip.rates.count > 1 ? .choice(from: list) : .constant)
    if chip.rates.count > 1 { set(list, chip.rates.map(Self.rate).joined(separator: " ")) }
    set("current_timestamp_clock", "realtime", .word(KernelClocks.names))
    attributes.sort()
    bufferAttributes = ["data_available", "direction"]
    files["buffer/data_available"] = ServedAttribute("0")
    files["buffer/direction"] = ServedAttribute("in")
  }

  private mutating func set(
    _ name: String, _ text: String, _ rule: ServedAttribute.Rule = .constant
  ) {
    attributes.append(name)
    files[name] = ServedAttribute(text, rule)
  }

  private mutating func add(_ group: ChipDevice.Channel) {
    let type = group.type
    var shared = [ServedChannel.AttributeName(name: "scale", file: "in_\(type)_scale")]
    let list = "in_\(type)_scale_available"
    files["in_\(type)_scale"] = ServedAttribute(
      Self.scale(group.scale), group.scales.count > 1 ? .choice(from: list) : .constant)
    if group.scales.count > 1 {
      shared.append(ServedChannel.AttributeName(name: "scale_available", file: list))
      files[list] = ServedAttribute(group.scales.map(Self.scale).joined(separator: " "))
    }
    if group.offset != 0 {
      shared.append(ServedChannel.AttributeName(name: "offset", file: "in_\(type)_offset"))
      files["in_\(type)_offset"] = ServedAttribute(DecimalText.fixed(group.offset, decimals: 9))
    }
    for id in group.isVector ? ["_x", "_y", "_z"].map({ type + $0 }) : [type] {
      var channel = ServedChannel(id: id)
      channel.scan = ServedChannel.ScanElement(
        index: channels.count,
        format: ScanFormat(bits: group.bits, storageBits: group.bits > 16 ? 32 : 16))
      channel.attributes =
        shared + [ServedChannel.AttributeName(name: "raw", file: "in_\(id)_raw")]
      channel.attributes.sort { $0.name < $1.name }
      files["in_\(id)_raw"] = ServedAttribute("", .raw(channel: id))
      channels.append(channel)
    }
  }

  /// Shows the present rate and scales of a chip's device.
  mutating func update(_ chip: ChipDevice) {
    files["sampling_frequency"]?.text = Self.rate(chip.rate)
    for group in chip.channels { files["in_\(group.type)_scale"]?.text = Self.scale(group.scale) }
  }

  static func rate(_ rate: Double) -> String { DecimalText.fixed(rate, decimals: 6) }

  static func scale(_ scale: Double) -> String {
    DecimalText.fixed(scale, decimals: scaleDecimals)
  }
}
