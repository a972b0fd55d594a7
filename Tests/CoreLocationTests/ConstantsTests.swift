import CoreLocation
import Testing

/// Constants and raw values, against Apple's headers.
struct ConstantsTests {
  @Test func `accuracies and filters have Apple's values`() {
    #expect(kCLLocationAccuracyBestForNavigation == -2)
    #expect(kCLLocationAccuracyBest == -1)
    #expect(kCLLocationAccuracyNearestTenMeters == 10)
    #expect(kCLLocationAccuracyHundredMeters == 100)
    #expect(kCLLocationAccuracyKilometer == 1000)
    #expect(kCLLocationAccuracyThreeKilometers == 3000)
    #expect(kCLLocationAccuracyReduced == 6_380_000)
    #expect(kCLDistanceFilterNone == -1)
    #expect(kCLHeadingFilterNone == -1)
    #expect(CLLocationDistanceMax == .greatestFiniteMagnitude)
    #expect(CLTimeIntervalMax == .greatestFiniteMagnitude)
    #expect(kCLErrorDomain == "kCLErrorDomain")
  }

  @Test func `enumerations have Apple's raw values`() {
    let statuses: [CLAuthorizationStatus] = [
      .notDetermined, .restricted, .denied, .authorizedAlways, .authorizedWhenInUse,
    ]
    #expect(statuses.map(\.rawValue) == [0, 1, 2, 3, 4] as [Int32])
    #expect(CLAuthorizationStatus.authorized == .authorizedAlways)
    let accuracies: [CLAccuracyAuthorization] = [.fullAccuracy, .reducedAccuracy]
    #expect(accuracies.map(\.rawValue) == [0, 1])
    let activities: [CLActivityType] = [
      .other, .automotiveNavigation, .fitness, .otherNavigation, .airborne,
    ]
    #expect(activities.map(\.rawValue) == [1, 2, 3, 4, 5])
    let orientations: [CLDeviceOrientation] = [
      .unknown, .portrait, .portraitUpsideDown, .landscapeLeft, .landscapeRight, .faceUp, .faceDown,
    ]
    #expect(orientations.map(\.rawValue) == [0, 1, 2, 3, 4, 5, 6] as [Int32])
    #expect([CLRegionState.unknown, .inside, .outside].map(\.rawValue) == [0, 1, 2])
    let proximities: [CLProximity] = [.unknown, .immediate, .near, .far]
    #expect(proximities.map(\.rawValue) == [0, 1, 2, 3])
  }

  @Test func `error codes have Apple's numbers, and errors cast as on Apple's systems`() {
    #expect(CLError.Code.locationUnknown.rawValue == 0)
    #expect(CLError.Code.denied.rawValue == 1)
    #expect(CLError.Code.headingFailure.rawValue == 3)
    #expect(CLError.Code.regionMonitoringFailure.rawValue == 5)
    #expect(CLError.Code.geocodeFoundNoResult.rawValue == 8)
    #expect(CLError.Code.geocodeCanceled.rawValue == 10)
    #expect(CLError.Code.deferredCanceled.rawValue == 15)
    #expect(CLError.Code.rangingUnavailable.rawValue == 16)
    #expect(CLError.Code.historicalLocationError.rawValue == 19)
    let error: any Error = CLError(.denied)
    #expect((error as NSError).code == 1)
    #expect((error as NSError).domain == "kCLErrorDomain")
    #expect((error as? CLError)?.code == .denied)
    var isMatched = false
    if case CLError.denied = error { isMatched = true }
    #expect(isMatched)
  }
}
