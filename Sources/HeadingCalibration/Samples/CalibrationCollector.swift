public import HeadingGeometry
import HeadingSensing

/// Selects samples for continuous calibration by field direction, in constant memory.
///
/// Each of the 64 cells of ``DirectionGrid`` has ``slotsPerCell`` slots. A new sample takes a free
/// slot, else that of the oldest sample if it is older than ``maximumAge``, else that of the sample
/// with the largest dynamics if its own are smaller. Storage is allocated once.
public struct CalibrationCollector: Sendable {
  /// Number of samples in each cell.
  public static let slotsPerCell = 16

  /// Age beyond which any new sample replaces a sample, s; default 1800.
  ///
  /// Small values lose rarely sampled directions, large ones keep an outdated field.
  public var maximumAge = 1800.0

  private var slots: [CalibrationSample?]
  private var center = Vector3.zero
  private var lowest = Vector3(repeating: .infinity)
  private var highest = Vector3(repeating: -.infinity)
  private var latest = BootTime(nanoseconds: .min)

  /// Number of stored samples.
  public private(set) var count = 0

  /// Number of usable samples passed to ``add(_:)``, stored or not.
  public private(set) var offered = 0

  /// Makes an empty collector.
  public init() {
    slots = Array(repeating: nil, count: DirectionGrid.cellCount * Self.slotsPerCell)
  }

  /// The stored samples in order of time.
  public var samples: [CalibrationSample] {
    slots.compactMap { $0 }.sorted { $0.time < $1.time }
  }

  /// Coverage of attitudes by the stored samples.
  public var coverage: CalibrationCoverage {
    CalibrationCoverage(samples: samples, hardIron: center)
  }

  /// Cell of the direction of a sample's field minus the hard iron, 0 ..< 64.
  public func cell(of sample: CalibrationSample) -> Int {
    DirectionGrid.cell(of: sample.field - center)
  }

  /// Stores a sample if its cell has a slot for it.
  ///
  /// - Returns: Whether it was stored.
  @discardableResult
  public mutating func add(_ sample: CalibrationSample) -> Bool {
    guard sample.isUsable else { return false }
    offered += 1
    latest = max(latest, sample.time)
    lowest = pointwiseMin(lowest, sample.field)
    highest = pointwiseMax(highest, sample.field)
    // The middle of the range is the initial hard iron. The cells are assigned anew when it has
    // moved by 5 µT, which changes a direction by 14° in a field of 20 µT: about half of a cell.
    let middle = (lowest + highest) / 2
    if !isCentered, (middle - center).length > 5e-6 { sort(around: middle) }
    return place(sample)
  }

  private var isCentered = false

  /// Replaces the hard iron that is subtracted before directions are computed, T.
  ///
  /// The cells are assigned anew only if it differs by 2 µT: 6° in a field of 20 µT.
  public mutating func recenter(on hardIron: Vector3) {
    guard hardIron.isFinite else { return }
    isCentered = true
    if (hardIron - center).length > 2e-6 { sort(around: hardIron) }
  }

  /// Removes all samples.
  public mutating func removeAll() { self = CalibrationCollector() }

  private mutating func sort(around middle: Vector3) {
    center = middle
    let kept = slots
    for index in slots.indices { slots[index] = nil }
    count = 0
    for case let sample? in kept { _ = place(sample) }
  }

  private mutating func place(_ sample: CalibrationSample) -> Bool {
    let first = cell(of: sample) * Self.slotsPerCell
    var oldest = first
    var worst = first
    var worstDynamics = -1.0
    for index in first..<(first + Self.slotsPerCell) {
      guard let kept = slots[index] else {
        slots[index] = sample
        count += 1
        return true
      }
      if let other = slots[oldest], kept.time < other.time { oldest = index }
      if kept.dynamics > worstDynamics {
        worstDynamics = kept.dynamics
        worst = index
      }
    }
    if let other = slots[oldest], latest.seconds(since: other.time) > maximumAge {
      slots[oldest] = sample
      return true
    }
    guard sample.dynamics < worstDynamics else { return false }
    slots[worst] = sample
    return true
  }
}

extension CalibrationSample {
  /// Dynamics of a sample, dimensionless: 1 for each 0.1 g by which the specific force differs from
  /// gravity, and for each 2 rad/s of angular rate.
  ///
  /// Accelerations cause tilt errors, rotations timing errors. A missing accelerometer counts as
  /// 0.1 g, a missing gyroscope as 1 rad/s.
  var dynamics: Double {
    let force = specificForce.map {
      abs($0.length / PhysicalConstants.standardGravity - 1)
    }
    let rate = angularRate.map { $0.length }
    return (force ?? 0.1) * 10 + (rate ?? 1) * 0.5
  }
}
