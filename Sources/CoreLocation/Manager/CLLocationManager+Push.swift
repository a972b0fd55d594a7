extension CLLocationManager {
  /// Asks for full accuracy until the program ends.
  ///
  /// - Parameter purposeKey: The key of the reason in `NSLocationTemporaryUsageDescriptionDictionary`.
  /// - Throws: ``CLError/Code/promptDeclined`` if the user was not asked.
  public func requestTemporaryFullAccuracyAuthorization(
    withPurposeKey purposeKey: String
  ) async throws {
    try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Void, any Error>) in
      requestTemporaryFullAccuracyAuthorization(withPurposeKey: purposeKey) { error in
        if let error {
          continuation.resume(throwing: error)
        } else {
          continuation.resume()
        }
      }
    }
  }

  /// Fails with ``CLLocationPushServiceError/Code/unsupportedPlatform``.
  public func startMonitoringLocationPushes(
    completion: ((Data?, (any Error)?) -> Void)? = nil
  ) {
    completion?(nil, CLLocationPushServiceError(.unsupportedPlatform))
  }

  /// Fails.
  ///
  /// - Throws: ``CLLocationPushServiceError/Code/unsupportedPlatform``.
  public func startMonitoringLocationPushes() async throws -> Data {
    throw CLLocationPushServiceError(.unsupportedPlatform)
  }

  /// Does nothing: nothing is pushed.
  public func stopMonitoringLocationPushes() {}

  /// Fails with ``CLError/Code/historicalLocationError``: nothing is kept.
  public func requestHistoricalLocations(
    purposeKey: String, sampleCount: Int,
    completionHandler: @escaping ([CLLocation], (any Error)?) -> Void
  ) {
    completionHandler([], CLError(.historicalLocationError))
  }
}
