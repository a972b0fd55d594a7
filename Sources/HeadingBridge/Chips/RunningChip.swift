import HeadingChips
import HeadingGeometry

/// A chip that a bus thread polls.
struct RunningChip {
  let type: any ChipDriver.Type
  let place: ChipPlace
  /// Rotation from the axes of the chip's package to those of the board.
  let axes: Matrix3
  /// The place of the chip that it is inside of.
  let host: ChipPlace?
  /// The present driver; `nil` until the chip is made again.
  var driver: (any ChipDriver)?
  /// The indices of its served devices.
  var indices: [Int?] = []
  /// Boottime of the next poll or attempt, ns.
  var due: Int64
  /// Boottime of the last sample, or of the start, ns.
  var lastSample: Int64
  /// Failed attempts since the last sample.
  var attempts = 0
  /// Compares its registers with its settings.
  var watch = SettingsWatch()
  /// Whether its devices are shown.
  var isShown = false

  /// Whether it has not been tried yet.
  var isNew: Bool { driver == nil && attempts == 0 }

  /// `LIS3MDL at /dev/i2c-1@0x1c`.
  var title: String { "\(type.model.name) at \(place)" }

  /// Time without a sample after which the chip is made again, ns: ten periods, at least a second.
  var patience: Int64 {
    let slowest = driver?.devices.map(\.rate).filter { $0 > 0 }.min() ?? 1
    return Int64(max(1, 10 / max(slowest, 0.01)) * 1e9)
  }
}
