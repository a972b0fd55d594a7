package import HeadingCalibration
package import HeadingGeometry
package import HeadingSensing

/// Measures an accelerometer on its six sides, in any order: each is taken after a moment at rest.
package struct SidePoses: Sendable {
  /// What an event has completed.
  package enum News: Sendable, Hashable {
    /// A side that was missing.
    case taken(BodySide)
    /// A pose at rest that is no side.
    case refused(RestRefusal)
  }

  /// The order in which sides are requested; each takes one rotation from the previous one.
  package static let order: [BodySide] = [.top, .bottom, .right, .left, .front, .back]

  /// What was measured.
  package private(set) var calibrator = AccelerometerCalibrator()
  /// The newest pose that was no side; `nil` after a side.
  package private(set) var refusal: RestRefusal?
  private var window = ForceWindow()
  private var recent = RecentVectors()

  /// Creates a measurement without a side.
  package init() {}

  /// Processes an event; only the accelerometer's matter.
  ///
  /// - Returns: What it has completed; `nil` mostly.
  package mutating func add(_ event: SensorEvent) -> News? {
    guard case .acceleration(let sample) = event, sample.value.isFinite else { return nil }
    recent.add(sample)
    if !isStill { window = ForceWindow() }
    guard let forces = window.add(event) else { return nil }
    do throws(RestRefusal) {
      let missing = calibrator.missing
      let side = try calibrator.add(pose: forces)
      guard missing.contains(side) else { return nil }
      refusal = nil
      return .taken(side)
    } catch {
      guard error != .motion else { return nil }
      refusal = error
      return .refused(error)
    }
  }

  /// The specific force, m/s²; `nil` without an accelerometer.
  package var force: Vector3? { recent.mean }

  /// Its largest standard deviation of a component, m/s²; `nil` for fewer than five samples.
  package var spread: Double? { recent.spread }

  /// Whether the device lies still.
  package var isStill: Bool { recent.spread.map { $0 <= calibrator.largestSpread } ?? true }

  /// The requested side: the one that is up now if it is missing, else the next missing one.
  package var asked: BodySide? {
    let missing = Self.order.filter(calibrator.missing.contains)
    return missing.first { $0 == present } ?? missing.first
  }

  /// Fraction of the time at rest that the requested side needs, 0 to 1; 1 when none is missing.
  package var filled: Double {
    guard let asked else { return 1 }
    return isStill && asked == present ? window.filled : 0
  }

  private var present: BodySide? { recent.mean.flatMap(BodySide.init(up:)) }
}

extension BodySide {
  /// The instruction that brings this side up.
  package var task: String {
    switch self {
    case .top: "lay it level, its top up, and let go"
    case .bottom: "lay it upside down and let go"
    case .right: "stand it on its left side, right side up, and let go"
    case .left: "stand it on its right side, left side up, and let go"
    case .front: "stand it on its back, nose up, and let go"
    case .back: "stand it on its front, nose down, and let go"
    }
  }
}
