import HeadingGeometry
package import HeadingNMEA2000
package import HeadingStorage

extension NMEA2000Source {
  /// The configured network; `nil` if none is read.
  package init?(_ configuration: NMEA2000InputConfiguration) {
    guard let interface = configuration.from else { return nil }
    var settings = NMEA2000Settings(interface: interface)
    settings.usesPosition = configuration.usesPosition ?? true
    settings.usesWaterSpeed = configuration.usesWaterSpeed ?? true
    settings.magneticHeadingAccuracy = configuration.magneticHeadingAccuracy.map {
      Angle(degrees: $0)
    }
    settings.trueHeadingAccuracy = configuration.trueHeadingAccuracy.map { Angle(degrees: $0) }
    self.init(settings)
  }
}
