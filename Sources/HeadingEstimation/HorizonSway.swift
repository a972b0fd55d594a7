import HeadingGeometry

/// How far the horizon swings: 1σ of the tilt by accelerations that come back after seconds.
///
/// Waves, turns there and back and walks lean the averaged force and let it go again. A gyroscope knows that the
/// device did not turn so: what the horizon has been turned by lately, less its mean, is the error, as far as the
/// gyroscope's own drift cannot have made it.
struct HorizonSway {
  private var swing = Vector3.zero
  private var middle = Vector3.zero
  private var lasting = Vector3.zero
  /// Mean squares about the levelled frame's horizontal axes, and of one with the other, rad².
  private var squared = Vector3.zero
  private var elapsed = 0.0
  private var pause = 0.0

  /// Time over which swings are told from the gyroscope's drift, s.
  ///
  /// A vehicle turns about within half a minute; an offset of 0.01°/s turns 0.3° by then.
  private static let memory = 40.0

  /// What swings faster averages out of a heading, s.
  private static let smoothing = 2.0

  /// After a turn that was missed the horizon is turned upright for so long, s: twice the levelling time.
  private static let levelling = 6.0

  /// At rest nothing swings, and gravity is the mean within some seconds, s.
  private static let settling = 3.0

  /// 1σ of the tilt about an axis on the mean, rad.
  var deviation: Double { max((squared.x + squared.y) / 2, 0).squareRoot() }

  /// 1σ of the tilt about a horizontal direction, rad.
  ///
  /// - Parameter direction: The direction in the levelled frame; the mean of all if it is none.
  /// - Returns: 1σ about it.
  func deviation(about direction: SIMD2<Double>) -> Double {
    let (x, y) = (direction.x, direction.y)
    let length = x * x + y * y
    guard length > 0 else { return deviation }
    let sum = x * x * squared.x + y * y * squared.y + 2 * x * y * squared.z
    return max(sum / length, 0).squareRoot()
  }

  /// The gyroscope has missed a turn, or there has been none for an interval, s: what the horizon is turned by is that
  /// turn, no swing; what is known of swings gets old.
  mutating func interrupt(for interval: Double = 0) {
    swing = .zero
    middle = .zero
    lasting = .zero
    pause = Self.levelling
    squared -= squared * (interval / (Self.memory + interval))
  }

  /// Takes the turn of the horizon, rad, that a specific force has caused.
  ///
  /// - Parameters:
  ///   - turn: The turn, levelled frame.
  ///   - interval: Seconds.
  ///   - drift: What the gyroscope turns the horizon by about an axis without knowing, rad²/s.
  ///   - isAtRest: Whether the device lies still.
  mutating func update(_ turn: Vector3, interval: Double, drift: Double, isAtRest: Bool) {
    guard pause <= 0 else {
      pause -= interval
      return
    }
    let share = interval / (Self.memory + interval)
    swing += turn - swing * share
    middle += (swing - middle) * share
    lasting += (swing - middle - lasting) * (interval / (Self.smoothing + interval))
    guard !isAtRest else {
      squared -= squared * (interval / (Self.settling + interval))
      return
    }
    // White noise of density q leaves q·memory/4 behind a leaky sum and its mean.
    let own = drift * Self.memory / 4
    let (x, y) = (lasting.x, lasting.y)
    elapsed = min(elapsed + interval, Self.memory)
    squared +=
      (Vector3(x * x - own, y * y - own, x * y) - squared) * (interval / (elapsed + interval))
  }
}
