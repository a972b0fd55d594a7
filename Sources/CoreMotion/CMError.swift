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
/// Motion activity is not available; not reported on Linux.
public let CMErrorMotionActivityNotAvailable = CMError(104)
