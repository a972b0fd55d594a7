/// Who sends a frame.
struct FlightControllerID: Sendable, Hashable {
  /// The vehicle.
  var system: UInt8

  /// Its component, 1 for the autopilot.
  var component: UInt8
}
