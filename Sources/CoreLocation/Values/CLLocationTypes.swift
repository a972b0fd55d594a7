/// A latitude, longitude or angle, °.
public typealias CLLocationDegrees = Double

/// A 68 % error, m; negative if the value is invalid.
public typealias CLLocationAccuracy = Double

/// A distance, m.
public typealias CLLocationDistance = Double

/// A speed, m/s; negative if unknown.
public typealias CLLocationSpeed = Double

/// A 68 % error of a speed, m/s; negative if unknown.
public typealias CLLocationSpeedAccuracy = Double

/// A direction clockwise from north, °, 0 <= value < 360; negative if unknown.
public typealias CLLocationDirection = Double

/// A 68 % error of a direction, °; negative if unknown.
public typealias CLLocationDirectionAccuracy = Double

/// A component of the magnetic field, µT.
public typealias CLHeadingComponentValue = Double

/// The major number of a beacon.
public typealias CLBeaconMajorValue = UInt16

/// The minor number of a beacon.
public typealias CLBeaconMinorValue = UInt16

/// A distance filter that passes every position.
public let kCLDistanceFilterNone: CLLocationDistance = -1

/// A heading filter that passes every heading.
public let kCLHeadingFilterNone: CLLocationDegrees = -1

/// The best accuracy, with additional sensors for navigation; here as ``kCLLocationAccuracyBest``.
public let kCLLocationAccuracyBestForNavigation: CLLocationAccuracy = -2

/// The best accuracy.
public let kCLLocationAccuracyBest: CLLocationAccuracy = -1

/// Accuracy of 10 m.
public let kCLLocationAccuracyNearestTenMeters: CLLocationAccuracy = 10

/// Accuracy of 100 m.
public let kCLLocationAccuracyHundredMeters: CLLocationAccuracy = 100

/// Accuracy of 1 km.
public let kCLLocationAccuracyKilometer: CLLocationAccuracy = 1000

/// Accuracy of 3 km.
public let kCLLocationAccuracyThreeKilometers: CLLocationAccuracy = 3000

/// Reduced accuracy: about 5 km, as for a program without full accuracy.
public let kCLLocationAccuracyReduced: CLLocationAccuracy = 6_380_000

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The largest distance, m: the greatest finite number.
public let CLLocationDistanceMax: CLLocationDistance = .greatestFiniteMagnitude

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The longest time, s: the greatest finite number.
public let CLTimeIntervalMax: TimeInterval = .greatestFiniteMagnitude
