package import HeadingProtocol

/// Registry of the location events that programs are started for.
package protocol MonitoringRegistry: AnyObject, Sendable {
  /// Adds a registration of a program or replaces the one of the same name.
  ///
  /// - Returns: The answer to the program; `nil` if the registration exceeds a limit.
  func register(_ program: PeerProgram, _ request: MonitoringRequest) -> MonitoringMessage?
}
