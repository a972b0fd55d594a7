// A geofence: tells when the device comes into a circle and when it leaves it.
//
// Geofence LATITUDE LONGITUDE RADIUS

import CoreLocation

let numbers = CommandLine.arguments.dropFirst().compactMap { Double($0) }
guard numbers.count == 3 else {
  print("Geofence LATITUDE LONGITUDE RADIUS")
  exit(64)
}

let manager = CLLocationManager()
manager.requestWhenInUseAuthorization()
let session = CLServiceSession(authorization: .whenInUse)

let monitor = await CLMonitor("geofence")
let center = CLLocationCoordinate2D(latitude: numbers[0], longitude: numbers[1])
await monitor.add(
  CLMonitor.CircularGeographicCondition(center: center, radius: numbers[2]), identifier: "circle")

for try await event in await monitor.events {
  switch event.state {
  case .satisfied: print("inside")
  case .unsatisfied: print("outside")
  case .unmonitored: print("not monitored: is it authorized?")
  default: print("unknown")
  }
}
withExtendedLifetime(session) {}
