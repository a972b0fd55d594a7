import HeadingEngine
import HeadingGeometry
import HeadingNavigation
import HeadingProtocol
import HeadingSensing
import HeadingSystemd

/// This program's own object: the whole solution; a number that is not known is not a number (NaN).
enum HeadingObject {
  static let name = "org.headingd.Heading1"

  /// Makes the object.
  ///
  /// - Parameter hasPlace: Whether position and motion over ground are properties.
  /// - Returns: The object.
  static func object(hasPlace: Bool) -> BusObject {
    BusObject(
      path: "/org/headingd/Heading1", interface: name, methods: ["Claim", "Release"],
      properties: attitude + (hasPlace ? place : []))
  }

  private static let attitude: [BusObject.Property] = [
    .init(name: "Version") { _ in .uint32(1) },
    number("Time", 3) { $0.universalTime.value?.secondsSince1970 },
    direction("MagneticHeading") { $0.magneticHeading.value?.degrees },
    number("HeadingAccuracy", 3) { $0.headingAccuracy.value?.degrees },
    number("HeadingAccuracy95", 3) { $0.headingAccuracy95.value?.degrees },
    direction("TrueHeading") { $0.trueHeading.value?.degrees },
    number("TrueHeadingAccuracy", 3) { $0.trueHeadingAccuracy.value?.degrees },
    .init(name: "HeadingSource") { state in
      let solution = state.solution
      let isMissing = solution.magneticHeading.isMissing && solution.trueHeading.isMissing
      return .string(isMissing ? "" : solution.headingSource.name)
    },
    .init(name: "HeadingAxis") { .string($0.solution.headingAxis.name) },
    number("Declination", 4) { $0.declination.value?.degrees },
    number("Pitch", 3) { $0.pitch.value?.degrees },
    number("PitchAccuracy", 3) { $0.pitchAccuracy.value?.degrees },
    number("Roll", 3) { $0.roll.value?.degrees },
    number("RollAccuracy", 3) { $0.rollAccuracy.value?.degrees },
    number("RateOfTurn", 3) { $0.rateOfTurn.map { Angle(radians: $0).degrees } },
    number("Heave", 3) { $0.heave?.value?.displacement },
    number("HeaveAccuracy", 3) { $0.heave?.value?.accuracy },
    number("Pressure", 2) { $0.pressure.value },
    .init(name: "Status") { .string($0.solution.status.name) },
    .init(name: "Steer") { .string($0.steer) },
    .init(name: "Reasons") { .strings($0.solution.reasons.names) },
    .init(name: "Simulated") { .bool($0.solution.isSimulated) },
  ]

  private static let place: [BusObject.Property] = [
    number("Latitude", 8) { $0.coordinate.value?.latitude },
    number("Longitude", 8) { $0.coordinate.value?.longitude },
    number("HorizontalAccuracy", 3) { $0.horizontalAccuracy.value },
    number("Altitude", 3) { $0.altitude.value },
    number("VerticalAccuracy", 3) { $0.verticalAccuracy.value },
    number("Speed", 3) { $0.speed.value },
    direction("Course") { $0.course.value?.degrees },
  ]

  private static func number(
    _ name: String, _ decimals: Int, _ value: @escaping @Sendable (HeadingSolution) -> Double?
  ) -> BusObject.Property {
    BusObject.Property(name: name) { state in
      .double(value(state.solution).map { WireNumber.rounded($0, decimals) } ?? .nan)
    }
  }

  private static func direction(
    _ name: String, _ degrees: @escaping @Sendable (HeadingSolution) -> Double?
  ) -> BusObject.Property {
    BusObject.Property(name: name) { state in
      .double(degrees(state.solution).map(WireNumber.heading) ?? .nan)
    }
  }
}
