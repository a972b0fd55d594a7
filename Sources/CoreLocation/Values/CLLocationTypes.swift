/// An angle of latitude or longitude, degrees on WGS 84.
public typealias CLLocationDegrees = Double

/// A 68 % error, m; negative when there is none.
public typealias CLLocationAccuracy = Double

/// A distance, m.
public typealias CLLocationDistance = Double

/// A speed, m/s; negative when it is not known.
public typealias CLLocationSpeed = Double

/// A 68 % error of a speed, m/s; negative when there is none.
public typealias CLLocationSpeedAccuracy = Double

/// A direction, degrees clockwise from north, 0 to 359.9; negative when it is not known.
public typealias CLLocationDirection = Double

/// A 68 % error of a direction, degrees; negative when there is none.
public typealias CLLocationDirectionAccuracy = Double

/// One axis of the magnetic field, µT.
public typealias CLHeadingComponentValue = Double

/// The major number of a beacon.
public typealias CLBeaconMajorValue = UInt16

/// The minor number of a beacon.
public typealias CLBeaconMinorValue = UInt16

/// Every movement is reported.
public let kCLDistanceFilterNone: CLLocationDistance = -1

/// Every heading is reported.
public let kCLHeadingFilterNone: CLLocationDegrees = -1

/// The best there is, with every sensor that helps a navigator.
public let kCLLocationAccuracyBestForNavigation: CLLocationAccuracy = -2

/// The best there is.
public let kCLLocationAccuracyBest: CLLocationAccuracy = -1

/// Within ten metres.
public let kCLLocationAccuracyNearestTenMeters: CLLocationAccuracy = 10

/// Within a hundred metres.
public let kCLLocationAccuracyHundredMeters: CLLocationAccuracy = 100

/// Within a kilometre.
public let kCLLocationAccuracyKilometer: CLLocationAccuracy = 1000

/// Within three kilometres.
public let kCLLocationAccuracyThreeKilometers: CLLocationAccuracy = 3000

/// What a program without full accuracy gets.
public let kCLLocationAccuracyReduced: CLLocationAccuracy = 6_380_000

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The largest distance.
public let CLLocationDistanceMax: CLLocationDistance = .greatestFiniteMagnitude

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The longest time.
public let CLTimeIntervalMax: TimeInterval = .greatestFiniteMagnitude
