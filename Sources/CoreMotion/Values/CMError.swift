// swift-format-ignore: AlwaysUseLowerCamelCase
/// The domain of Core Motion's errors.
public let CMErrorDomain = "CMErrorDomain"

/// An error code of Core Motion; handlers receive it as an `NSError` of ``CMErrorDomain``.
public struct CMError: RawRepresentable, Hashable, Sendable {
  /// The code's number.
  public var rawValue: UInt32

  /// Creates a code from its number.
  public init(_ rawValue: UInt32) { self.rawValue = rawValue }

  /// Creates a code from its number.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The error that handlers receive.
  var error: any Error { NSError(domain: CMErrorDomain, code: Int(rawValue)) }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// No error.
public let CMErrorNULL = CMError(100)

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The device must be moved; not reported on Linux.
public let CMErrorDeviceRequiresMovement = CMError(101)

// swift-format-ignore: AlwaysUseLowerCamelCase
/// True north is not available, because the declination requires a position.
public let CMErrorTrueNorthNotAvailable = CMError(102)

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Unknown error; not reported on Linux.
public let CMErrorUnknown = CMError(103)

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Motion activity is not available: there is no accelerometer.
public let CMErrorMotionActivityNotAvailable = CMError(104)

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The program may not use motion activity; not reported on Linux.
public let CMErrorMotionActivityNotAuthorized = CMError(105)

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The program has no entitlement to motion activity; not reported on Linux.
public let CMErrorMotionActivityNotEntitled = CMError(106)

// swift-format-ignore: AlwaysUseLowerCamelCase
/// A parameter is invalid: a query whose end is before its start.
public let CMErrorInvalidParameter = CMError(107)

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The action is invalid; not reported on Linux.
public let CMErrorInvalidAction = CMError(108)

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The data are not available: no sensor of this machine measures them.
public let CMErrorNotAvailable = CMError(109)

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The program has no entitlement; not reported on Linux.
public let CMErrorNotEntitled = CMError(110)

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The program is not authorized; not reported on Linux.
public let CMErrorNotAuthorized = CMError(111)

// swift-format-ignore: AlwaysUseLowerCamelCase
/// There are no data; not reported on Linux.
public let CMErrorNilData = CMError(112)

// swift-format-ignore: AlwaysUseLowerCamelCase
/// A size is invalid; not reported on Linux.
public let CMErrorSize = CMError(113)
