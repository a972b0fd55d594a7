/// The domain of ``CLError``.
public let kCLErrorDomain = "kCLErrorDomain"

/// The `userInfo` key of the region that is monitored instead of the requested one.
public let kCLErrorUserInfoAlternateRegionKey = "kCLErrorUserInfoAlternateRegionKey"

/// An error of Core Location.
///
/// Delegates and completion handlers receive this type itself: an `NSError` of the domain does not
/// cast to it on Linux.
public struct CLError: _BridgedStoredNSError {
  /// The underlying error object.
  public let _nsError: NSError

  /// Creates an error from an `NSError` of the domain ``kCLErrorDomain``.
  public init(_nsError error: NSError) { _nsError = error }

  /// The domain, ``kCLErrorDomain``.
  public static var _nsErrorDomain: String { kCLErrorDomain }

  /// Creates an error.
  public init(_ code: Code, userInfo: [String: Any] = [:]) {
    _nsError = NSError(domain: kCLErrorDomain, code: code.rawValue, userInfo: userInfo)
  }

  /// The domain, ``kCLErrorDomain``.
  public static var errorDomain: String { kCLErrorDomain }

  /// The error's code; ``Code/locationUnknown`` for an undefined number.
  public var code: Code { Code(rawValue: _nsError.code) ?? .locationUnknown }

  /// The code's raw value.
  public var errorCode: Int { _nsError.code }

  /// Additional information about the error.
  public var userInfo: [String: Any] { _nsError.userInfo }

  /// Additional information about the error, for `NSError`.
  public var errorUserInfo: [String: Any] { _nsError.userInfo }

  /// The region that is monitored instead of the requested one; `nil` if there is none.
  public var alternateRegion: CLRegion? {
    userInfo[kCLErrorUserInfoAlternateRegionKey] as? CLRegion
  }
}
