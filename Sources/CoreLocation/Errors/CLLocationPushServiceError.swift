// swift-format-ignore: AlwaysUseLowerCamelCase
/// The domain of ``CLLocationPushServiceError``.
public let CLLocationPushServiceErrorDomain = "CLLocationPushServiceErrorDomain"

/// An error of the location push service, which does not exist on Linux.
public struct CLLocationPushServiceError: _BridgedStoredNSError {
  /// The code of an error; on Linux only ``Code/unsupportedPlatform`` occurs.
  public enum Code: Int, Sendable, _ErrorCodeProtocol {
    /// The error type with this code.
    public typealias _ErrorType = CLLocationPushServiceError

    /// Unknown error.
    case unknown = 0

    /// The program has no push service extension.
    case missingPushExtension

    /// The program does not declare a push server environment.
    case missingPushServerEnvironment

    /// The program lacks the entitlement.
    case missingEntitlement

    /// The platform has no location push service.
    case unsupportedPlatform
  }

  /// The underlying error object.
  public let _nsError: NSError

  /// Creates an error from an `NSError` of the domain ``CLLocationPushServiceErrorDomain``.
  public init(_nsError error: NSError) { _nsError = error }

  /// The domain, ``CLLocationPushServiceErrorDomain``.
  public static var _nsErrorDomain: String { CLLocationPushServiceErrorDomain }

  /// The domain, ``CLLocationPushServiceErrorDomain``.
  public static var errorDomain: String { CLLocationPushServiceErrorDomain }

  /// Creates an error.
  public init(_ code: Code, userInfo: [String: Any] = [:]) {
    _nsError = NSError(
      domain: CLLocationPushServiceErrorDomain, code: code.rawValue, userInfo: userInfo)
  }

  /// The error's code; ``Code/unknown`` for an undefined number.
  public var code: Code { Code(rawValue: _nsError.code) ?? .unknown }

  /// The code's raw value.
  public var errorCode: Int { _nsError.code }

  /// Additional information about the error.
  public var userInfo: [String: Any] { _nsError.userInfo }

  /// Additional information about the error, for `NSError`.
  public var errorUserInfo: [String: Any] { _nsError.userInfo }

  /// Unknown error.
  public static var unknown: Code { .unknown }

  /// The program has no push service extension.
  public static var missingPushExtension: Code { .missingPushExtension }

  /// The program does not declare a push server environment.
  public static var missingPushServerEnvironment: Code { .missingPushServerEnvironment }

  /// The program lacks the entitlement.
  public static var missingEntitlement: Code { .missingEntitlement }

  /// The platform has no location push service.
  public static var unsupportedPlatform: Code { .unsupportedPlatform }
}
