import HeadingChips

// The rates and scales that clients set.
extension BusWorker {
  /// Gives a device of a new driver the rate and the scales of the previous one.
  func restore(
    _ old: ChipDevice, to number: Int, of chip: inout RunningChip
  ) throws(ChipError) {
    guard let new = chip.driver?.devices, new.indices.contains(number) else { return }
    if new[number].rate != old.rate, new[number].rates.contains(old.rate) {
      try chip.driver?.setRate(old.rate, ofDevice: number)
    }
    for (place, channel) in old.channels.enumerated()
    where new[number].channels.indices.contains(place)
      && new[number].channels[place].scale != channel.scale
      && new[number].channels[place].scales.contains(channel.scale)
    {
      try chip.driver?.setScale(channel.scale, ofChannel: place, ofDevice: number)
    }
  }

  /// Makes the changes that clients requested.
  func apply(_ index: Int) throws(ChipError) {
    for (number, served) in chips[index].indices.enumerated() {
      guard let served else { continue }
      let requested = devices.settings(of: served)
      guard !requested.isEmpty else { continue }
      for setting in requested {
        do throws(ChipError) {
          switch setting {
          case .rate(let rate): try chips[index].driver?.setRate(rate, ofDevice: number)
          case .scale(let scale, let channel):
            try chips[index].driver?.setScale(scale, ofChannel: channel, ofDevice: number)
          }
        } catch {
          // The client sees the old value; an error of the bus also ends this driver.
          tell(true, "\(chips[index].title): a setting is refused: \(error.text)")
          if case .bus = error {
            settle(requested, index, number)
            throw error
          }
        }
      }
      chips[index].watch.restart()
      settle(requested, index, number)
      // Other devices of the chip may share the rate.
      for other in chips[index].indices.indices where other != number { settle([], index, other) }
    }
  }

  /// Ends the requested changes of a device of a chip, and shows its present rate and scales.
  private func settle(_ done: [ChipSetting], _ index: Int, _ number: Int) {
    guard let served = chips[index].indices[number], let list = chips[index].driver?.devices,
      list.indices.contains(number)
    else { return }
    devices.settled(done, of: served, now: list[number])
  }
}
