import CCyclone

/// Why Cyclone DDS did not do something.
public struct CycloneError: Error, Hashable, CustomStringConvertible {
  /// What was tried.
  public let action: String

  /// The reason in Cyclone's words.
  public let reason: String

  /// What happened, and why.
  public var description: String { "cannot \(action): \(reason)" }

  /// Returns the number that Cyclone returned, if it is not one of an error.
  static func check(
    _ code: Int32, _ action: @autoclosure () -> String
  ) throws(CycloneError) -> Int32 {
    guard code < 0 else { return code }
    throw CycloneError(action: action(), reason: unsafe String(cString: cyclone_reason(code)))
  }
}
