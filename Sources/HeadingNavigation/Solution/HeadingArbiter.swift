public import HeadingSensing

/// Selects the published heading: that of the magnetic field or that of the navigation filter.
///
/// The selection changes only if the other heading has been clearly more accurate for two seconds.
/// A source that is lost is replaced at once.
///
/// If the two headings differ by more than their accuracies allow, one of them is wrong. If a dual
/// antenna or forward motion measures the navigation filter's heading, the field is wrong: hard
/// iron of a motor can turn the field without changing its strength.
///
/// Without a calibration the navigation filter takes iron for smaller than it is. Its heading is then
/// used only if something else measures it, or if the field's is not usable.
public struct HeadingArbiter: Sendable {
  /// Source of a heading.
  public enum Source: UInt8, Sendable, Hashable {
    /// The magnetic field, through the attitude estimator.
    case field

    /// The navigation filter: velocity over ground, inertial sensors and field together.
    case motion
  }

  /// Required ratio of the new to the current standard deviation.
  private static let margin = 0.93

  /// Time for which the other source must be more accurate, s.
  private static let switchDelay = 2.0

  /// Headings further apart than this many combined standard deviations contradict each other.
  private static let contradiction = 3.0

  /// Maximum 1σ of a usable heading from motion, rad.
  private static let limit = 0.35

  /// The current source.
  public private(set) var source = Source.field

  /// When the source last changed; `nil` if it never did.
  public private(set) var lastChange: BootTime?

  /// Whether the source changed because it was lost, not because the other was more accurate.
  public private(set) var wasLost = false

  private var betterSince: BootTime?

  /// Makes an arbiter that starts with the field.
  public init() {}

  /// Updates the selection with the 1σ of both headings, rad; `nil` for a source without a heading.
  ///
  /// - Parameters:
  ///   - field: 1σ of the field's heading.
  ///   - motion: 1σ of the navigation filter's heading.
  ///   - apart: Difference between both headings, rad, if something other than the field measures
  ///     the heading from motion; otherwise `nil`.
  ///   - isCalibrated: Whether the field is calibrated.
  ///   - time: The current time.
  public mutating func update(
    field: Double?, motion: Double?, apart: Double? = nil, isCalibrated: Bool = true,
    at time: BootTime
  ) {
    let field = Self.fieldDeviation(field, motion: motion, apart: apart)
    var motion = motion
    if !isCalibrated, apart == nil, let field, field < Self.limit {
      motion = motion.map { max($0, Self.limit) }
    }
    switch source {
    case .field:
      guard let motion, motion < min(field.map { Self.margin * $0 } ?? Self.limit, Self.limit)
      else {
        betterSince = nil
        return
      }
    case .motion:
      guard let motion else {
        change(to: .field, at: time, isLoss: true)
        return
      }
      guard let field, field < Self.margin * motion else {
        betterSince = nil
        return
      }
    }
    guard let since = betterSince else {
      betterSince = time
      return
    }
    if time.seconds(since: since) >= Self.switchDelay {
      change(
        to: source == .field ? .motion : .field, at: time,
        isLoss: source == .field && field == nil)
    }
  }

  /// 1σ of the field's heading, at least the contradiction.
  private static func fieldDeviation(_ field: Double?, motion: Double?, apart: Double?) -> Double? {
    guard let field, let motion, let apart else { return field }
    let both = field * field + motion * motion
    return apart * apart > contradiction * contradiction * both ? max(field, apart) : field
  }

  private mutating func change(to new: Source, at time: BootTime, isLoss: Bool) {
    wasLost = isLoss
    source = new
    lastChange = time
    betterSince = nil
  }
}
