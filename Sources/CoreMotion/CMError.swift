// swift-format-ignore: AlwaysUseLowerCamelCase
/// The domain of this module's errors.
public let CMErrorDomain = "CMErrorDomain"

/// What went wrong.
public struct CMError: RawRepresentable, Hashable, Sendable {
  /// The number.
  public var rawValue: UInt32

  /// Makes an error of its number.
  public init(_ rawValue: UInt32) { self.rawValue = rawValue }

  /// Makes an error of its number.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The error as it is handed to programs.
  var error: any Error { NSError(domain: CMErrorDomain, code: Int(rawValue)) }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// No error.
public let CMErrorNULL = CMError(100)

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The device has to be moved.
public let CMErrorDeviceRequiresMovement = CMError(101)

// swift-format-ignore: AlwaysUseLowerCamelCase
/// True north is not known: it needs a place.
public let CMErrorTrueNorthNotAvailable = CMError(102)

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Nobody knows.
public let CMErrorUnknown = CMError(103)

// swift-format-ignore: AlwaysUseLowerCamelCase
/// There is no such sensor.
public let CMErrorMotionActivityNotAvailable = CMError(104)
