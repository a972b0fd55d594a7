import CoreLocation
import Testing

/// Constants and raw values, compared with Apple's headers.
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

  @Test func `quantities are doubles, beacon numbers have sixteen bits`() {
    let quantities: [Any.Type] = [
      CLLocationDegrees.self, CLLocationAccuracy.self, CLLocationDistance.self,
      CLLocationSpeed.self, CLLocationSpeedAccuracy.self, CLLocationDirection.self,
      CLLocationDirectionAccuracy.self, CLHeadingComponentValue.self,
    ]
    #expect(quantities.allSatisfy { $0 == Double.self })
    #expect(CLBeaconMajorValue.self == UInt16.self && CLBeaconMinorValue.self == UInt16.self)
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
    let codes: [CLError.Code] = [
      .locationUnknown, .denied, .network, .headingFailure, .regionMonitoringDenied,
      .regionMonitoringFailure, .regionMonitoringSetupDelayed, .regionMonitoringResponseDelayed,
      .geocodeFoundNoResult, .geocodeFoundPartialResult, .geocodeCanceled, .deferredFailed,
      .deferredNotUpdatingLocation, .deferredAccuracyTooLow, .deferredDistanceFiltered,
      .deferredCanceled, .rangingUnavailable, .rangingFailure, .promptDeclined,
      .historicalLocationError,
    ]
    #expect(codes.map(\.rawValue) == Array(0...19))
    let error: any Error = CLError(.denied)
    #expect((error as NSError).code == 1)
    #expect((error as NSError).domain == "kCLErrorDomain")
    #expect((error as? CLError)?.code == .denied)
    var isMatched = false
    if case CLError.denied = error { isMatched = true }
    #expect(isMatched)
  }
}
