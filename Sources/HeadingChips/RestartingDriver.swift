/// A driver that writes every setting anew when one changes.
///
/// Its devices with the same rates share the rate.
package protocol RestartingDriver: ChipDriver {
  /// The IIO devices that the chip is, with the rates and scales that ``start()`` writes.
  var devices: [ChipDevice] { get set }

  /// Writes the rates and scales of ``devices``, and discards what was measured before.
  mutating func start() throws(ChipError)
}

extension RestartingDriver {
  /// Sets the rate of a device and of those with the same rates.
  package mutating func setRate(_ rate: Double, ofDevice device: Int) throws(ChipError) {
    guard devices.indices.contains(device), devices[device].rates.contains(rate) else {
      throw .unsupported("\(rate) Hz")
    }
    let rates = devices[device].rates
    for index in devices.indices where devices[index].rates == rates {
      devices[index].rate = rate
    }
    try start()
  }

  /// Sets the scale of a device's first channel.
  package mutating func setScale(
    _ scale: Double, ofChannel channel: Int, ofDevice device: Int
  ) throws(ChipError) {
    guard channel == 0, devices.indices.contains(device),
      devices[device].channels[0].scales.contains(scale)
    else { throw .unsupported("this range") }
    devices[device].channels[0].scale = scale
    try start()
  }

  /// Index of the present scale of a device among its scales.
  func range(of device: Int) -> Int {
    let channel = devices[device].channels[0]
    return channel.scales.firstIndex(of: channel.scale) ?? 0
  }

  /// Index of the present rate of a device among its rates.
  func rateIndex(of device: Int) -> Int {
    devices[device].rates.firstIndex(of: devices[device].rate) ?? 0
  }
}
