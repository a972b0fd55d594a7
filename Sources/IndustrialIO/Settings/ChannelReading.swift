/// Conversion of a channel's counts to its physical value: (raw + offset) · scale, by the kernel's IIO ABI.
///
/// The device applies `calibscale` and `calibbias` itself.
struct ChannelReading: Hashable {
  /// The channel's id.
  var id: String

  /// The attribute polled: `raw`, or `input` where the driver gives only processed values.
  var attribute: String

  /// Format of the samples in a buffer; `nil` if the channel cannot be buffered.
  var format: SampleFormat?

  /// Offset added to the raw value, counts.
  var offset = 0.0

  /// Scale factor, ABI units per count.
  var scale = 1.0

  /// The physical value of a raw sample, in the ABI's unit.
  func physical(_ raw: Int64) -> Double { (Double(raw) + offset) * scale }

  /// The physical value of a polled number, in the ABI's unit.
  func physical(polled number: Double) -> Double {
    attribute == "input" ? number : (number + offset) * scale
  }

  /// Reads a channel's scale and offset from the device.
  init(_ channel: IIOChannelInfo, of device: IIODevice) throws(IIOError) {
    let hasRaw = channel.attribute("raw") != nil
    let hasScale = channel.attribute("scale") != nil
    let isProcessed = channel.attribute("input") != nil && !(hasRaw && hasScale)
    id = channel.id
    attribute = isProcessed ? "input" : "raw"
    // Buffered samples of a processed channel are processed only if it has neither raw nor scale.
    format = channel.scanIndex == nil || (isProcessed && hasRaw) ? nil : channel.format
    try update(from: device, hasScale: hasScale, hasOffset: channel.attribute("offset") != nil)
  }

  init(id: String, attribute: String, format: SampleFormat?, offset: Double, scale: Double) {
    self.id = id
    self.attribute = attribute
    self.format = format
    self.offset = offset
    self.scale = scale
  }

  private mutating func update(
    from device: IIODevice, hasScale: Bool, hasOffset: Bool
  ) throws(IIOError) {
    if hasScale {
      scale = try device.number("scale", channel: id)
      guard scale != 0 else {
        throw device.error(.readAttribute, .notANumber("0"), id, "scale")
      }
    }
    if hasOffset { offset = try device.number("offset", channel: id) }
  }
}
