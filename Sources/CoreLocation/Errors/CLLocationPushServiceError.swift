// swift-format-ignore: AlwaysUseLowerCamelCase
/// The domain of errors of pushed places.
public let CLLocationPushServiceErrorDomain = "CLLocationPushServiceErrorDomain"

/// Why places cannot be pushed; on Linux they never can.
public struct CLLocationPushServiceError: _BridgedStoredNSError {
  /// What went wrong.
  public enum Code: Int, Sendable, _ErrorCodeProtocol {
    /// The error that has this code.
    public typealias _ErrorType = CLLocationPushServiceError

    /// Not known.
    case unknown = 0

    /// There is no extension that takes pushes.
    case missingPushExtension

    /// There is no server.
    case missingPushServerEnvironment

    /// The program has no right to.
    case missingEntitlement

    /// This system does not push.
    case unsupportedPlatform
  }

  /// The error as an object.
  public let _nsError: NSError

  /// Takes an error of the domain over.
  public init(_nsError error: NSError) { _nsError = error }

  /// The domain.
  public static var _nsErrorDomain: String { CLLocationPushServiceErrorDomain }

  /// The domain.
  public static var errorDomain: String { CLLocationPushServiceErrorDomain }

  /// Makes an error.
  public init(_ code: Code, userInfo: [String: Any] = [:]) {
    _nsError = NSError(
      domain: CLLocationPushServiceErrorDomain, code: code.rawValue, userInfo: userInfo)
  }

  /// What went wrong.
  public var code: Code { Code(rawValue: _nsError.code) ?? .unknown }

  /// The code's number.
  public var errorCode: Int { _nsError.code }

  /// What else is known of it.
  public var userInfo: [String: Any] { _nsError.userInfo }

  /// What else is known of it, for `NSError`.
  public var errorUserInfo: [String: Any] { _nsError.userInfo }

  /// Not known.
  public static var unknown: Code { .unknown }

  /// There is no extension that takes pushes.
  public static var missingPushExtension: Code { .missingPushExtension }

  /// There is no server.
  public static var missingPushServerEnvironment: Code { .missingPushServerEnvironment }

  /// The program has no right to.
  public static var missingEntitlement: Code { .missingEntitlement }

  /// This system does not push.
  public static var unsupportedPlatform: Code { .unsupportedPlatform }
}
