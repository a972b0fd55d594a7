import Foundation
import HeadingGeometry
import HeadingTesting
import Testing

@testable import HeadingMonitoring

/// Registrations whose values are at the ends of their range.
struct ExtremeRegistrationTests {
  @Test func `registrations of extreme values are accepted or ignored`() throws {
    let registration =
      #"{"program":"/bin/x","user":1,"name":"n","regions":[{"region":{"entry":true,"exit":true,"latitude":47,"longitude":8,"radius":100},"isInside":true}],"significant_changes":true,"visits":true,"last_change":{"latitude":47,"longitude":8}}"#
    var taken = 0
    for variant in try Extremes.variants(of: registration) {
      guard
        var value = try? JSONDecoder().decode(Registration.self, from: Data(variant.utf8)),
        let place = Coordinate(latitude: 47, longitude: 8)
      else { continue }
      taken += 1
      for time in [0, 1, 1e300, -1e300, .infinity, .nan] {
        _ = value.take(place, accuracy: 1e300, time: time)
      }
    }
    #expect(taken > 0)
  }
}
