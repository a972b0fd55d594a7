package import HeadingGeometry

/// What is read of a network.
package struct NMEA2000Settings: Sendable, Hashable {
  /// The CAN interface, such as `can0`.
  package var interface: String

  /// Whether positions, courses and speeds over ground are used.
  package var usesPosition = true

  /// Whether speeds through the water are used.
  package var usesWaterSpeed = true

  /// 68 % error of the magnetic headings; `nil` uses none.
  package var magneticHeadingAccuracy: Angle?

  /// 68 % error of the true headings; `nil` uses none.
  package var trueHeadingAccuracy: Angle?

  /// The defaults for an interface.
  package init(interface: String) { self.interface = interface }

  /// The groups that are read.
  var groups: [NMEA2000Report.Group] {
    var groups: [NMEA2000Report.Group] = [.claim]
    if usesPosition { groups += [.position, .motion, .fix] }
    if usesWaterSpeed { groups.append(.waterSpeed) }
    if magneticHeadingAccuracy != nil || trueHeadingAccuracy != nil { groups.append(.heading) }
    return groups
  }
}
