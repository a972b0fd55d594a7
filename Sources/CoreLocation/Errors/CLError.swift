/// The domain of every error of this module.
public let kCLErrorDomain = "kCLErrorDomain"

/// The key in `userInfo` of a region that is watched instead of the one asked for.
public let kCLErrorUserInfoAlternateRegionKey = "kCLErrorUserInfoAlternateRegionKey"

/// An error of this module; delegates and completion handlers get it as this type.
public struct CLError: _BridgedStoredNSError {
  /// The error as an object.
  public let _nsError: NSError

  /// Takes an error of the domain ``kCLErrorDomain`` over.
  public init(_nsError error: NSError) { _nsError = error }

  /// The domain.
  public static var _nsErrorDomain: String { kCLErrorDomain }

  /// Makes an error.
  public init(_ code: Code, userInfo: [String: Any] = [:]) {
    _nsError = NSError(domain: kCLErrorDomain, code: code.rawValue, userInfo: userInfo)
  }

  /// The domain, ``kCLErrorDomain``.
  public static var errorDomain: String { kCLErrorDomain }

  /// What went wrong; a code that is not known counts as ``Code/locationUnknown``.
  public var code: Code { Code(rawValue: _nsError.code) ?? .locationUnknown }

  /// The code's number.
  public var errorCode: Int { _nsError.code }

  /// What else is known of it.
  public var userInfo: [String: Any] { _nsError.userInfo }

  /// What else is known of it, for `NSError`.
  public var errorUserInfo: [String: Any] { _nsError.userInfo }

  /// The region that is watched instead; `nil` if there is none.
  public var alternateRegion: CLRegion? {
    userInfo[kCLErrorUserInfoAlternateRegionKey] as? CLRegion
  }
}
