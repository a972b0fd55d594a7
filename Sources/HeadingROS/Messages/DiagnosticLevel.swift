/// The level of a `diagnostic_msgs/DiagnosticStatus`.
package enum DiagnosticLevel: UInt8, Sendable, Hashable {
  /// `OK`.
  case ok = 0
  /// `WARN`.
  case warning = 1
  /// `ERROR`.
  case error = 2
  /// `STALE`: no current data.
  case stale = 3
}
