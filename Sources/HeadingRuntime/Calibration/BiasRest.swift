package import HeadingCalibration
public import HeadingGeometry
package import HeadingSensing
import HeadingSystem

/// Bias of a gyroscope at rest.
public struct GyroscopeOffset: Sendable, Hashable {
  /// Bias, rad/s, body frame.
  public var bias: Vector3

  /// 1σ of the bias per axis, rad/s.
  public var deviation: Double
}

/// Measures a gyroscope's bias at rest.
///
/// The magnetometer is checked besides rate and force: only it reveals a steady rotation about the
/// vertical.
package struct BiasRest: Sendable {
  /// Duration of rest that gives a bias, s.
  package static let length = 6.0

  /// Largest bias in the data sheets of sensors on HATs.
  private static let largestOffset = Angle(degrees: 5)

  /// Change of the mean field from the first to the last second above which the device turned, T.
  ///
  /// 4σ of the mean of a consumer sensor's samples; a rotation of 3° in 30 µT.
  private static let largestFieldChange = 1.5e-6

  /// Fields of a rest at most, if the times of a sensor do not advance.
  private static let mostFields = 8192

  /// Required duration of rest, s; `nil` uses all data and tests it at the end.
  private let length: Double?
  private var rest = Self.newRest
  private var fields: [VectorSample] = []
  private var recent = RecentVectors()
  private var samples = 0

  /// Whether the device moves.
  package private(set) var isMoving = false

  /// Reason of the last restart; `nil` before the first.
  package private(set) var reason: String?

  /// The number of restarts.
  package private(set) var restarts = 0

  /// Whether it has been at rest for the required duration.
  package private(set) var isFinished = false

  /// Creates a measurement without data.
  ///
  /// - Parameter length: Required duration of rest, s, which restarts after motion; `nil` uses all data.
  package init(length: Double? = nil) { self.length = length }

  private static var newRest: GyroscopeRest {
    var rest = GyroscopeRest()
    rest.largestOffset = largestOffset.radians
    return rest
  }

  /// Processes an event.
  package mutating func add(_ event: SensorEvent) {
    if case .angularRate(let sample) = event { recent.add(sample) }
    if length != nil, let spread = recent.spread, spread > rest.largestSpread {
      let rate = PrintfText.text("%.1f", Angle(radians: spread).degrees)
      if !isMoving { beginAnew("the device moved, its rate varied by \(rate) deg/s") }
      isMoving = true
      return
    }
    isMoving = false
    rest.add(event)
    if case .magneticField(let sample) = event, sample.value.isFinite { fields.append(sample) }
    if fields.count == Self.mostFields { beginAnew("the sensors' times do not advance") }
    if let length { checkRest(length) }
  }

  /// Tests every 50 events and at the end whether the device was at rest, and for long enough.
  private mutating func checkRest(_ length: Double) {
    samples += 1
    let isOver = rest.duration >= length
    guard isOver || samples % 50 == 0 else { return }
    switch outcome {
    case .success: isFinished = isOver
    case .failure(.tooFewSamples): break
    case .failure: beginAnew("the device turned slowly, or its offset is beyond 5 deg/s")
    }
  }

  private mutating func beginAnew(_ reason: String) {
    // Without data there is nothing to restart.
    if rest.duration > 0 {
      self.reason = reason
      restarts += 1
    }
    rest = Self.newRest
    fields = []
  }

  /// The bias, rad/s, and its 1σ per axis; or the reason why the rest was rejected.
  package var outcome: Result<GyroscopeOffset, RestRefusal> {
    if let first = fields.first?.time, let last = fields.last?.time {
      let early = Self.mean(fields.prefix(while: { $0.time.seconds(since: first) < 1 }))
      let late = Self.mean(fields.suffix(while: { last.seconds(since: $0.time) < 1 }))
      if (late - early).length > Self.largestFieldChange { return .failure(.motion) }
    }
    do throws(RestRefusal) {
      let (bias, deviation) = try rest.result()
      return .success(GyroscopeOffset(bias: bias, deviation: deviation))
    } catch {
      return .failure(error)
    }
  }

  /// Whether rates have arrived.
  package var isMeasuring: Bool { recent.mean != nil }

  /// Largest standard deviation of the rate's components, rad/s; `nil` for fewer than five samples.
  package var spread: Double? { recent.spread }

  /// The standard deviation above which the device moves, rad/s.
  package var largestSpread: Double { rest.largestSpread }

  /// Time at rest, s.
  package var duration: Double { rest.duration }

  /// Fraction of the required time at rest, 0 to 1; 1 if none is required.
  package var filled: Double {
    guard let length, length > 0 else { return 1 }
    return min(max(rest.duration / length, 0), 1)
  }

  private static func mean(_ samples: ArraySlice<VectorSample>) -> Vector3 {
    samples.reduce(.zero) { $0 + $1.value } / Double(max(samples.count, 1))
  }
}

extension Array {
  /// Returns the longest suffix whose elements satisfy the predicate.
  fileprivate func suffix(while isWanted: (Element) -> Bool) -> ArraySlice<Element> {
    self[(lastIndex { !isWanted($0) }.map { $0 + 1 } ?? startIndex)...]
  }
}
