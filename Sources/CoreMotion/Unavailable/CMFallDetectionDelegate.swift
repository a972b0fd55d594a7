/// The receiver of a fall detection manager's events; all methods are optional.
public protocol CMFallDetectionDelegate: NSObjectProtocol {
  /// A fall was detected; not called on Linux.
  func fallDetectionManager(
    _ fallDetectionManager: CMFallDetectionManager, didDetect event: CMFallDetectionEvent,
    completionHandler handler: @escaping @Sendable () -> Void)

  /// The authorization changed; not called on Linux.
  func fallDetectionManagerDidChangeAuthorization(_ fallDetectionManager: CMFallDetectionManager)
}

extension CMFallDetectionDelegate {
  /// Calls the completion handler.
  public func fallDetectionManager(
    _ fallDetectionManager: CMFallDetectionManager, didDetect event: CMFallDetectionEvent,
    completionHandler handler: @escaping @Sendable () -> Void
  ) {
    handler()
  }

  /// Does nothing.
  public func fallDetectionManagerDidChangeAuthorization(
    _ fallDetectionManager: CMFallDetectionManager
  ) {}
}
