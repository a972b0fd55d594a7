extension CLLocationManager {
  /// Requests full accuracy until the program ends.
  ///
  /// - Parameter purposeKey: The key of the purpose in
  ///   `NSLocationTemporaryUsageDescriptionDictionary`.
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

  /// Fails with ``CLLocationPushServiceError/Code/unsupportedPlatform``: there are no pushes.
  public func startMonitoringLocationPushes(
    completion: ((Data?, (any Error)?) -> Void)? = nil
  ) {
    completion?(nil, CLLocationPushServiceError(.unsupportedPlatform))
  }

  /// Always throws: there are no location pushes.
  ///
  /// - Throws: ``CLLocationPushServiceError/Code/unsupportedPlatform``.
  public func startMonitoringLocationPushes() async throws -> Data {
    throw CLLocationPushServiceError(.unsupportedPlatform)
  }

  /// Does nothing: there are no location pushes.
  public func stopMonitoringLocationPushes() {}

  /// Fails with ``CLError/Code/historicalLocationError``: no history is recorded.
  public func requestHistoricalLocations(
    purposeKey: String, sampleCount: Int,
    completionHandler: @escaping ([CLLocation], (any Error)?) -> Void
  ) {
    completionHandler([], CLError(.historicalLocationError))
  }
}
