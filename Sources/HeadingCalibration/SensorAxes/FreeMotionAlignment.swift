import HeadingGeometry
public import HeadingSensing

/// Finds the axes of gyroscope and magnetometer relative to the accelerometer's from free motion.
///
/// Slow turns about all axes: gravity and field are constant in space, so that the readings of
/// accelerometer and magnetometer turn against the rotations that the gyroscope measures
/// (`TurnFit`), each with an unknown offset. The gyroscope's bias follows from the residuals. Rotations do
/// not reveal a reversal of all three axes of a vector sensor: the magnetometer's sign follows
/// from the dip of the Earth's field, if its sign at the place is known. Uncertainties are from a
/// jackknife over sections of the motion, which covers correlated errors (accelerations of the
/// hand, latencies).
///
/// A gyroscope's handedness shows by itself: left-handed axes make each turn the reverse of
/// one about rotated axes, and turns about different axes do not commute, so that the residuals tell the
/// two apart. The accelerometer's does not show: a world in which force and field are mirrored and
/// rates are not moves alike. A left-handed gyroscope with the accelerometer's axes is taken as one
/// left-handed die with it, as in the LSM9DS1; otherwise the accelerometer is taken as right-handed.
/// The magnetometer's follows from the accelerometer's.
public struct FreeMotionAlignment: Sendable {
  /// The results of a motion.
  public struct Finding: Sendable, Hashable {
    /// Whether gyroscope and accelerometer have the same left-handed axes.
    public var isMirrored = false

    /// The gyroscope's axes.
    public var gyroscope: Result<AxisAlignment, AlignmentRefusal>

    /// The magnetometer's axes.
    public var magnetometer: Result<AxisAlignment, AlignmentRefusal>
  }

  /// Most samples kept of a sensor: five minutes at 100 Hz; the older half is dropped beyond it.
  private static let capacity = 30_000

  private var forces: [VectorSample] = []
  private var rates: [VectorSample] = []
  private var fields: [VectorSample] = []

  /// Creates an alignment without samples.
  public init() {}

  /// Processes a sample of one of the three sensors; others, and values that are not finite, are
  /// ignored.
  public mutating func process(_ event: SensorEvent) {
    switch event {
    case .acceleration(let sample): Self.keep(sample, in: &forces)
    case .angularRate(let sample): Self.keep(sample, in: &rates)
    case .magneticField(let sample): Self.keep(sample, in: &fields)
    default: break
    }
  }

  private static func keep(_ sample: VectorSample, in samples: inout [VectorSample]) {
    guard sample.value.isFinite, samples.last.map({ $0.time < sample.time }) ?? true else { return }
    if samples.count >= capacity { samples.removeFirst(capacity / 2) }
    samples.append(sample)
  }

  /// Finds the axes.
  ///
  /// - Parameter isFieldDown: Whether the Earth's field points down, as in the north; `nil` if that
  ///   is unknown.
  /// - Returns: The axes of each sensor, or why the motion does not determine them.
  public func finding(isFieldDown: Bool?) -> Finding {
    func both(_ refusal: AlignmentRefusal) -> Finding {
      Finding(gyroscope: .failure(refusal), magnetometer: .failure(refusal))
    }
    guard !forces.isEmpty else { return both(.noAccelerometer) }
    guard !rates.isEmpty else { return both(.noGyroscope) }
    let turns = TurnSeries(forces: forces, rates: rates, fields: fields)
    do throws(AlignmentRefusal) {
      let forward = try turns.solution(sign: 1)
      let backward = try? turns.solution(sign: -1)
      // Equal noise: a likelihood ratio of exp(n·ln(ratio)/2), beyond any doubt.
      let isReversed = backward.map { forward.error > 4 * $0.error } ?? false
      let solution = isReversed ? backward ?? forward : forward
      var finding = solution.finding(isFieldDown: isFieldDown)
      if isReversed, case .success(let axes) = finding.gyroscope {
        finding.isMirrored = axes.isNearIdentity
        if !finding.isMirrored { finding.gyroscope = .success(axes.reversed) }
      }
      if fields.isEmpty { finding.magnetometer = .failure(.noMagnetometer) }
      return finding
    } catch {
      return both(error)
    }
  }
}
