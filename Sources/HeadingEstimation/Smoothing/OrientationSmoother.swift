import HeadingGeometry
import HeadingSensing

/// Smoother: orientation and heading of a whole recording from past and future samples.
///
/// The estimator runs over the recording forwards and backwards, both times without prior
/// information, and the two results are combined with inverse-variance weights: the two-filter
/// smoother (Fraser and Potter, 1969) for heading and tilt. Errors by lag (low-pass of gravity,
/// scale factor of the gyroscope, late detection of a disturbance, initial alignment) have opposite
/// signs in both directions and largely cancel.
///
/// It needs the whole recording: some 0.4 kB of memory and twice the estimator's time per row.
public struct OrientationSmoother: Sendable {
  private let parameters: OrientationParameters
  private var rows: [OrientationRow] = []

  /// Creates a smoother without rows.
  public init(parameters: OrientationParameters = .init()) { self.parameters = parameters }

  /// Appends the next row of the recording.
  public mutating func append(_ row: OrientationRow) { rows.append(row) }

  /// The smoothed orientation of each row, in the order of the rows.
  ///
  /// A row that is not later than those before it is ignored and has the orientation of its
  /// neighbours.
  public func smoothed() -> [SmoothedOrientation] {
    guard var latest = rows.first?.time else { return [] }
    var result: [SmoothedOrientation] = []
    result.reserveCapacity(rows.count)
    var estimator = OrientationEstimator(parameters: parameters)
    for row in rows {
      latest = max(latest, row.time)
      estimator.update(row, at: row.time)
      result.append(SmoothedOrientation(estimator.estimate))
    }
    // The backward run counts time from the end, because the estimator needs increasing times.
    estimator = OrientationEstimator(parameters: parameters.mirrored)
    for index in rows.indices.reversed() {
      let row = rows[index].mirrored
      estimator.update(row, at: BootTime(seconds: latest.seconds(since: row.time)))
      result[index] = result[index].joined(with: SmoothedOrientation(estimator.estimate))
    }
    return result
  }
}

extension OrientationParameters {
  /// The parameters of the same sensors in reversed time, in which a latency is negative.
  var mirrored: OrientationParameters {
    var result = self
    result.inertialLatency = -inertialLatency
    result.magnetometerLatency = -magnetometerLatency
    return result
  }
}

extension OrientationRow {
  /// The row in reversed time, in which angular rate and velocity have the opposite sign.
  var mirrored: OrientationRow {
    var row = self
    row.angularRate = angularRate.map { -$0 }
    row.velocity = velocity.map { -$0 }
    return row
  }
}

extension OrientationEstimator {
  /// Updates the estimator with a row at a time that may differ from the row's.
  mutating func update(_ row: OrientationRow, at time: BootTime) {
    setReferenceField(strength: row.fieldStrength, inclination: row.fieldInclination)
    if let kelvin = row.temperature { update(temperature: kelvin) }
    if let velocity = row.velocity { update(velocity: velocity, at: time) }
    if let rate = row.angularRate { update(angularRate: VectorSample(time: time, value: rate)) }
    if let force = row.acceleration { update(acceleration: VectorSample(time: time, value: force)) }
    if let field = row.magneticField {
      update(magneticField: VectorSample(time: time, value: field))
    }
    advance(to: time)
  }
}
