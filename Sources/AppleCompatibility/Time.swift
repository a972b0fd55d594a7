#if !canImport(Darwin)
  import Foundation

  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Nanoseconds in a second.
  public let NSEC_PER_SEC: UInt64 = 1_000_000_000

  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Nanoseconds in a millisecond.
  public let NSEC_PER_MSEC: UInt64 = 1_000_000

  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Nanoseconds in a microsecond.
  public let NSEC_PER_USEC: UInt64 = 1000

  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Microseconds in a second.
  public let USEC_PER_SEC: UInt64 = 1_000_000

  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Milliseconds in a second.
  public let MSEC_PER_SEC: UInt64 = 1000

  /// A duration, s.
  public typealias CFTimeInterval = Double

  /// A time, s since the beginning of 2001 UTC.
  public typealias CFAbsoluteTime = CFTimeInterval

  /// The beginning of 2001 UTC, s since the beginning of 1970 UTC.
  public let kCFAbsoluteTimeIntervalSince1970: CFTimeInterval = 978_307_200

  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Returns the present time of the system's clock, s since the beginning of 2001 UTC.
  public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime { Date().timeIntervalSinceReferenceDate }
#endif
