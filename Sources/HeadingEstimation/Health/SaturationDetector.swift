import HeadingGeometry
import HeadingSensing

/// Saturation detection by the plateau of the readings.
///
/// A plateau is the largest magnitude so far, reached in a rise and kept for several readings and
/// 10 ms: to the digit (``ClippedAxisDetector`` for a chip that is mounted at an angle), or within
/// some parts in a thousand after a sharp corner, as with chips that filter after clipping. A
/// steady turn has no rise before it, and no peak of a motion is so flat. Once two plateaus have
/// had the same height, the first reading of that height counts as saturated (``SaturationLevel``).
struct SaturationDetector {
  /// Magnitude below which no range ends, SI.
  private let floor: Double

  /// Whether the newest reading is saturated.
  private(set) var isSaturated = false

  /// The saturated axis of the chip, body frame, with the sign of the reading.
  private(set) var axis: Vector3 = .zero

  /// Duration of the saturation when it was detected, s.
  private(set) var delay = 0.0

  private var largest = 0.0
  /// The readings, averaged over ``memory``.
  private var slow: Vector3 = .zero
  private var flat = Plateau()
  private var wandering = Plateau()
  private var clippedAxis = ClippedAxisDetector()
  private var range = SaturationLevel()

  /// Readings of the same height as the first of them.
  private struct Plateau {
    var level = 0.0
    var count = 0
    var began = BootTime(nanoseconds: 0)
    /// Whether a rise led to it.
    var hasRisen = false

    /// Whether it is long enough.
    func lasts(_ least: Int, at time: BootTime) -> Bool {
      hasRisen && count >= least && time.seconds(since: began) >= 0.01
    }
  }

  /// Averaging time against which a rise is detected, s.
  private static let memory = 0.05

  init(floor: Double) { self.floor = floor }

  /// Tests a reading.
  ///
  /// - Parameters:
  ///   - value: The reading, body frame.
  ///   - previous: The previous reading.
  ///   - interval: Seconds since then.
  ///   - time: Its time of validity.
  @inline(__always)
  mutating func update(
    _ value: Vector3, previous: Vector3, interval: Double, at time: BootTime
  ) {
    if value.squaredLength > floor * floor {
      inspect(value, previous: previous, at: time)
    } else if isSaturated || flat.count > 0 {
      (isSaturated, flat.count, wandering.count) = (false, 0, 0)
      clippedAxis.restart()
    }
    slow += (value - slow) * (interval / (Self.memory + interval))
  }

  private mutating func inspect(_ value: Vector3, previous: Vector3, at time: BootTime) {
    let magnitude = value.largestComponent
    let before = previous.largestComponent
    largest = max(largest, magnitude)
    extendFlat(magnitude, at: time)
    if magnitude != before { extendWandering(magnitude, after: before, at: time) }
    let isFlat = flat.lasts(3, at: time) && magnitude >= largest * 0.999
    let isWandering = wandering.lasts(4, at: time)
    let wasSaturated = isSaturated
    if magnitude > floor, isFlat || isWandering {
      let plateau = isFlat ? flat : wandering
      if !wasSaturated {
        range.note(isFlat ? magnitude : plateau.level)
        delay = time.seconds(since: plateau.began)
      }
      isSaturated = true
    } else {
      if !wasSaturated { delay = 0 }
      isSaturated = range.isEnd(magnitude, wasEnd: wasSaturated)
    }
    if clippedAxis.isClipped(value, previous: previous, mean: slow, at: time, above: floor) {
      isSaturated = true
      axis = clippedAxis.direction(of: value)
    } else if isSaturated {
      axis = value.largestAxis
    }
  }

  private mutating func extendFlat(_ magnitude: Double, at time: BootTime) {
    if flat.count > 0, abs(magnitude - flat.level) <= 1e-5 * magnitude {
      if flat.count < .max { flat.count += 1 }
    } else {
      flat = Plateau(
        level: magnitude, count: 1, began: time,
        hasRisen: magnitude > slow.largestComponent * 1.003)
    }
  }

  /// Extends the plateau of a chip that filters after clipping, which starts with a sharp corner.
  ///
  /// The first reading exceeds the previous one by a thirtieth, and the next three different ones
  /// stay within a two-hundredth of it. The peak of a motion that rises so fast is over by then.
  private mutating func extendWandering(
    _ magnitude: Double, after previous: Double, at time: BootTime
  ) {
    if wandering.count > 0, abs(magnitude - wandering.level) <= 0.005 * wandering.level {
      if wandering.count < .max { wandering.count += 1 }
    } else {
      let isCorner = magnitude > previous * 1.03 && magnitude >= largest * 0.99
      wandering = Plateau(
        level: magnitude, count: isCorner ? 1 : 0, began: time, hasRisen: isCorner)
    }
  }
}

extension Vector3 {
  /// The largest component in magnitude.
  fileprivate var largestComponent: Double { Swift.max(abs(x), abs(y), abs(z)) }

  /// The axis of the largest component, with its sign.
  fileprivate var largestAxis: Vector3 {
    let size = Vector3(abs(x), abs(y), abs(z))
    if size.x >= size.y, size.x >= size.z { return Vector3(x < 0 ? -1 : 1, 0, 0) }
    if size.y >= size.z { return Vector3(0, y < 0 ? -1 : 1, 0) }
    return Vector3(0, 0, z < 0 ? -1 : 1)
  }
}
