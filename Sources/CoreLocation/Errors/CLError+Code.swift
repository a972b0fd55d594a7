extension CLError {
  /// The code of an error.
  public enum Code: Int, Sendable, _ErrorCodeProtocol {
    /// The error type with this code.
    public typealias _ErrorType = CLError

    /// The location is not available at present; updates continue.
    case locationUnknown = 0

    /// The user or the administrator denied access to location services.
    case denied

    /// The network is unavailable, or the geocoder failed for another reason.
    case network

    /// Magnetic interference prevents a heading.
    case headingFailure

    /// The program is not authorized to monitor regions.
    case regionMonitoringDenied

    /// The region cannot be monitored.
    case regionMonitoringFailure

    /// Monitoring of the region starts late; not reported on Linux.
    case regionMonitoringSetupDelayed

    /// Events of the region are delayed; not reported on Linux.
    case regionMonitoringResponseDelayed

    /// The geocoder found no result.
    case geocodeFoundNoResult

    /// The geocoder found a partial result; not reported on Linux.
    case geocodeFoundPartialResult

    /// The geocoding request was canceled, or another one is in progress.
    case geocodeCanceled

    /// Updates cannot be deferred; the only answer to a request for it on Linux.
    case deferredFailed

    /// Updates cannot be deferred because none are running; not reported on Linux.
    case deferredNotUpdatingLocation

    /// Updates cannot be deferred at the desired accuracy; not reported on Linux.
    case deferredAccuracyTooLow

    /// Updates cannot be deferred with a distance filter; not reported on Linux.
    case deferredDistanceFiltered

    /// Deferring was canceled; not reported on Linux.
    case deferredCanceled

    /// Beacon ranging is not available: no Bluetooth, or it or location is switched off.
    case rangingUnavailable

    /// Beacon ranging failed: BlueZ refuses to scan.
    case rangingFailure

    /// The user was not asked for full accuracy.
    case promptDeclined

    /// Historical locations are not available, as always on Linux.
    case historicalLocationError
  }

  /// The location is not available at present; updates continue.
  public static var locationUnknown: Code { .locationUnknown }

  /// The user or the administrator denied access to location services.
  public static var denied: Code { .denied }

  /// The network is unavailable, or the geocoder failed for another reason.
  public static var network: Code { .network }

  /// Magnetic interference prevents a heading.
  public static var headingFailure: Code { .headingFailure }

  /// The program is not authorized to monitor regions.
  public static var regionMonitoringDenied: Code { .regionMonitoringDenied }

  /// The region cannot be monitored.
  public static var regionMonitoringFailure: Code { .regionMonitoringFailure }

  /// Monitoring of the region starts late; not reported on Linux.
  public static var regionMonitoringSetupDelayed: Code { .regionMonitoringSetupDelayed }

  /// Events of the region are delayed; not reported on Linux.
  public static var regionMonitoringResponseDelayed: Code { .regionMonitoringResponseDelayed }

  /// The geocoder found no result.
  public static var geocodeFoundNoResult: Code { .geocodeFoundNoResult }

  /// The geocoder found a partial result; not reported on Linux.
  public static var geocodeFoundPartialResult: Code { .geocodeFoundPartialResult }

  /// The geocoding request was canceled, or another one is in progress.
  public static var geocodeCanceled: Code { .geocodeCanceled }

  /// Updates cannot be deferred; the only answer to a request for it on Linux.
  public static var deferredFailed: Code { .deferredFailed }

  /// Updates cannot be deferred because none are running; not reported on Linux.
  public static var deferredNotUpdatingLocation: Code { .deferredNotUpdatingLocation }

  /// Updates cannot be deferred at the desired accuracy; not reported on Linux.
  public static var deferredAccuracyTooLow: Code { .deferredAccuracyTooLow }

  /// Updates cannot be deferred with a distance filter; not reported on Linux.
  public static var deferredDistanceFiltered: Code { .deferredDistanceFiltered }

  /// Deferring was canceled; not reported on Linux.
  public static var deferredCanceled: Code { .deferredCanceled }

  /// Beacon ranging is not available: no Bluetooth, or it or location is switched off.
  public static var rangingUnavailable: Code { .rangingUnavailable }

  /// Beacon ranging failed: BlueZ refuses to scan.
  public static var rangingFailure: Code { .rangingFailure }

  /// The user was not asked for full accuracy.
  public static var promptDeclined: Code { .promptDeclined }

  /// Historical locations are not available, as always on Linux.
  public static var historicalLocationError: Code { .historicalLocationError }
}
