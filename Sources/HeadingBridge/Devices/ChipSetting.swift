/// A change of a chip's settings that a client requested.
enum ChipSetting: Sendable, Hashable {
  /// The rate, Hz, one of the device's.
  case rate(Double)

  /// The scale of a channel, one of its scales.
  case scale(Double, channel: Int)

  /// Whether it replaces another one.
  func replaces(_ other: ChipSetting) -> Bool {
    switch (self, other) {
    case (.rate, .rate): true
    case (.scale(_, let channel), .scale(_, let otherChannel)): channel == otherChannel
    default: false
    }
  }
}
