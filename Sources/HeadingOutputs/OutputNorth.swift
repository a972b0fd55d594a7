import HeadingEngine
import HeadingGeometry
import HeadingSensing

/// The north of an output's headings.
package enum OutputNorth: String, Sendable, CaseIterable {
  /// True north; the heading is withheld while the declination is unknown.
  case geographic = "true"
  /// Magnetic north.
  case magnetic
}

extension HeadingSolution {
  /// Degrees from the output's north, 0 <= azimuth < 360; `nil` while not valid.
  func azimuth(from north: OutputNorth) -> Double? {
    switch north {
    case .geographic: trueHeading.value?.degrees
    case .magnetic: magneticHeading.value?.degrees
    }
  }
}
