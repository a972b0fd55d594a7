/// An extension that receives location pushes; never called on Linux.
public protocol CLLocationPushServiceExtension {
  /// Receives the payload of a push.
  func didReceiveLocationPushPayload(_ payload: [String: Any], completion: @escaping () -> Void)

  /// Notifies the extension that its time is about to expire.
  func serviceExtensionWillTerminate()
}

extension CLLocationPushServiceExtension {
  /// Does nothing.
  public func serviceExtensionWillTerminate() {}
}
