public import HeadingSensing

/// Decides whose heading is published: the field's or the navigation filter's.
///
/// A good heading is replaced only by a better one, and not at once: the other must be clearly better
/// for two seconds. A source that is lost is left at once.
///
/// Where the two are further apart than both allow, one of them is wrong. If two antennas or motion along
/// the vehicle's axis measure the navigation filter's, it is the field: a motor's iron turns it without changing its strength.
public struct HeadingArbiter: Sendable {
  /// Where a heading comes from.
  public enum Source: UInt8, Sendable, Hashable {
    /// The magnetic field, through the orientation's estimate.
    case field

    /// The navigation filter: motion over ground, the inertial sensors and the field together.
    case motion
  }

  /// The other source must have a deviation smaller by this factor.
  private static let margin = 0.93

  /// For so long, s.
  private static let patience = 2.0

  /// Headings further apart than this many standard deviations of both are not of the same truth.
  private static let contradiction = 3.0

  /// A heading from motion worse than this, rad, is none.
  private static let limit = 0.35

  /// The source in use.
  public private(set) var source = Source.field

  /// When the source last changed; `nil` if it never did.
  public private(set) var lastChange: BootTime?

  /// Whether the source was left because it was lost, not because the other was better.
  public private(set) var wasLost = false

  private var betterSince: BootTime?

  /// Makes an arbiter that begins with the field.
  public init() {}

  /// Takes note of what both sources claim, 1σ, rad; `nil` for one that has none.
  ///
  /// - Parameters:
  ///   - field: Claim of the field's heading.
  ///   - motion: Claim of the navigation filter's.
  ///   - apart: How far both are from one another, rad, where something beside the field measures the motion's;
  ///     `nil` where nothing does.
  ///   - time: Now.
  public mutating func update(
    field: Double?, motion: Double?, apart: Double? = nil, at time: BootTime
  ) {
    let field = Self.believed(field, motion: motion, apart: apart)
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
    if time.seconds(since: since) >= Self.patience {
      change(
        to: source == .field ? .motion : .field, at: time,
        isLoss: source == .field && field == nil)
    }
  }

  /// What is believed of the field's claim.
  private static func believed(_ field: Double?, motion: Double?, apart: Double?) -> Double? {
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
