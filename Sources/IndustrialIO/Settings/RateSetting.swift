/// Sets rates and ranges, whose attributes are on the channel, its type, or the device.
enum RateSetting {
  private static let attribute = "sampling_frequency"

  /// Sets the sampling frequency of a channel to the lowest available one not below the request.
  ///
  /// A driver that refuses keeps its rate.
  ///
  /// - Returns: The rate read back, Hz; `nil` if there is no such attribute or no valid rate.
  static func setRate(_ requested: Double, channel: String, of device: IIODevice) -> Double? {
    let place: String?
    if device.has(attribute, channel: channel) {
      place = channel
    } else if device.has(attribute) {
      place = nil
    } else {
      return nil
    }
    let list = available(attribute, channel: channel, of: device)
    let target =
      list?.nearest(notBelow: requested) ?? (number: requested, text: RateList.text(requested))
    let current = Self.rate(try? device.number(attribute, channel: place))
    if let current, abs(current - target.number) <= 0.005 * target.number { return current }
    try? device.write(target.text, to: attribute, channel: place)
    return Self.rate(try? device.number(attribute, channel: place)) ?? current
  }

  /// A rate reported by a driver or a server, Hz; `nil` if it is not plausible.
  static func rate(_ reported: Double?) -> Double? {
    guard let reported, reported > 0, reported <= fastest else { return nil }
    return reported
  }

  /// Highest rate of the kernel's timers, Hz.
  private static let fastest = 1e6

  /// Sets the scale of channels to the smallest available full scale not below the request.
  ///
  /// - Parameters:
  ///   - requested: Requested full scale, SI.
  ///   - largest: Largest count of the format.
  ///   - ids: The channels.
  ///   - device: The device.
  ///   - mayNarrow: Whether a larger range may be reduced.
  ///   - factor: SI units per unit of the driver's scale.
  static func setRange(
    _ requested: Double, largest: Double, ids: [String], of device: IIODevice,
    mayNarrow: Bool, factor: (Double) -> Double
  ) {
    guard largest > 0, let first = ids.first,
      let list = available("scale", channel: first, of: device),
      let current = try? device.number("scale", channel: first), current > 0
    else { return }
    let unit = factor(current)
    guard unit > 0 else { return }
    let target = list.nearest(notBelow: requested / largest / unit)
    guard abs(target.number - current) > 0.001 * target.number,
      mayNarrow || target.number > current
    else { return }
    for id in ids { try? device.write(target.text, to: "scale", channel: id) }
  }

  private static func available(
    _ attribute: String, channel: String, of device: IIODevice
  ) -> RateList? {
    let name = attribute + "_available"
    for place in [channel, nil] {
      let exists = place.map { device.has(name, channel: $0) } ?? device.has(name)
      guard exists, let text = try? device.text(name, channel: place) else { continue }
      if let list = RateList(text) { return list }
    }
    return nil
  }
}
