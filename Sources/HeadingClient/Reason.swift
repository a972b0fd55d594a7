import HeadingSensing

/// A reason why a value is missing or worse than it could be.
///
/// The raw value is the name on the wire. A newer daemon may give reasons that have no constant
/// here; they keep their name. Compare with the constants:
///
/// ```swift
/// if update.magneticHeading.reasons.contains(.uncalibrated) { calibrate() }
/// ```
public struct Reason: RawRepresentable, Sendable, Hashable {
  /// The name on the wire, such as `no_fix`.
  public let rawValue: String

  /// Creates the reason of a name on the wire.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// What the reason means and what to do, one English sentence for people; `nil` for a reason of
  /// access and for one that this library does not know.
  public var advice: String? { Reasons(names: [rawValue]).advice.first }
}

extension Reason: CustomStringConvertible {
  /// The name on the wire.
  public var description: String { rawValue }
}
