extension CLError {
  /// What went wrong.
  public enum Code: Int, Sendable, _ErrorCodeProtocol {
    /// The error that has this code.
    public typealias _ErrorType = CLError

    /// There is no place at the moment; it is tried further.
    case locationUnknown = 0

    /// The user refused.
    case denied

    /// The network is not there, or was asked too often.
    case network

    /// Strong interference: there is no heading.
    case headingFailure

    /// The user refused watching regions.
    case regionMonitoringDenied

    /// This region cannot be watched.
    case regionMonitoringFailure

    /// Watching the region has not begun yet.
    case regionMonitoringSetupDelayed

    /// Events of the region come late.
    case regionMonitoringResponseDelayed

    /// The geocoder found nothing.
    case geocodeFoundNoResult

    /// The geocoder found a part.
    case geocodeFoundPartialResult

    /// The geocoder was told to stop.
    case geocodeCanceled

    /// Updates cannot be deferred.
    case deferredFailed

    /// Updates cannot be deferred: none are running.
    case deferredNotUpdatingLocation

    /// Updates cannot be deferred at this accuracy.
    case deferredAccuracyTooLow

    /// Updates cannot be deferred with a distance filter.
    case deferredDistanceFiltered

    /// Deferring was called off.
    case deferredCanceled

    /// There is no beacon scanner.
    case rangingUnavailable

    /// The beacon scanner failed.
    case rangingFailure

    /// The question was not asked, or the user said no.
    case promptDeclined

    /// Past locations cannot be had.
    case historicalLocationError
  }

  /// There is no place at the moment; it is tried further.
  public static var locationUnknown: Code { .locationUnknown }

  /// The user refused.
  public static var denied: Code { .denied }

  /// The network is not there, or was asked too often.
  public static var network: Code { .network }

  /// Strong interference: there is no heading.
  public static var headingFailure: Code { .headingFailure }

  /// The user refused watching regions.
  public static var regionMonitoringDenied: Code { .regionMonitoringDenied }

  /// This region cannot be watched.
  public static var regionMonitoringFailure: Code { .regionMonitoringFailure }

  /// Watching the region has not begun yet.
  public static var regionMonitoringSetupDelayed: Code { .regionMonitoringSetupDelayed }

  /// Events of the region come late.
  public static var regionMonitoringResponseDelayed: Code { .regionMonitoringResponseDelayed }

  /// The geocoder found nothing.
  public static var geocodeFoundNoResult: Code { .geocodeFoundNoResult }

  /// The geocoder found a part.
  public static var geocodeFoundPartialResult: Code { .geocodeFoundPartialResult }

  /// The geocoder was told to stop.
  public static var geocodeCanceled: Code { .geocodeCanceled }

  /// Updates cannot be deferred.
  public static var deferredFailed: Code { .deferredFailed }

  /// Updates cannot be deferred: none are running.
  public static var deferredNotUpdatingLocation: Code { .deferredNotUpdatingLocation }

  /// Updates cannot be deferred at this accuracy.
  public static var deferredAccuracyTooLow: Code { .deferredAccuracyTooLow }

  /// Updates cannot be deferred with a distance filter.
  public static var deferredDistanceFiltered: Code { .deferredDistanceFiltered }

  /// Deferring was called off.
  public static var deferredCanceled: Code { .deferredCanceled }

  /// There is no beacon scanner.
  public static var rangingUnavailable: Code { .rangingUnavailable }

  /// The beacon scanner failed.
  public static var rangingFailure: Code { .rangingFailure }

  /// The question was not asked, or the user said no.
  public static var promptDeclined: Code { .promptDeclined }

  /// Past locations cannot be had.
  public static var historicalLocationError: Code { .historicalLocationError }
}
