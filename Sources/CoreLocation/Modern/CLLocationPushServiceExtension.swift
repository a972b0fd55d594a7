/// A program's part that takes pushed places; on Linux nothing is pushed.
public protocol CLLocationPushServiceExtension {
  /// A push has come.
  func didReceiveLocationPushPayload(_ payload: [String: Any], completion: @escaping () -> Void)

  /// Time is nearly over.
  func serviceExtensionWillTerminate()
}

extension CLLocationPushServiceExtension {
  /// Does nothing.
  public func serviceExtensionWillTerminate() {}
}
