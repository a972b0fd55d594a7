import HeadingGeometry
package import HeadingProtocol

/// Events that one program is started for, and the state of their detection.
package struct Registration: Sendable, Codable {
  /// An event that a program is started for.
  package enum Event: String, Sendable {
    case region
    case visit
    case significantChange = "significant_change"
  }

  /// A region, and whether the device is inside.
  package struct Region: Sendable, Codable {
    package var region: MonitoredRegion
    package var isInside: Bool?
  }

  /// A reported position.
  struct Place: Sendable, Codable {
    var latitude: Double
    var longitude: Double
  }

  /// The executable's path.
  package let program: String
  /// The user it runs as.
  package let user: UInt32

  /// The name that distinguishes the program's registrations.
  package let name: String

  package private(set) var regions: [Region]
  package private(set) var significantChanges: Bool
  package private(set) var visits: Bool
  private var lastChange: Place?

  // Not stored; recreated when the daemon starts.
  private var watches: [RegionWatch] = []
  private var change: SignificantChange?
  private var stays: VisitDetector?

  private enum CodingKeys: String, CodingKey {
    case program, user, name, regions, visits
    case significantChanges = "significant_changes"
    case lastChange = "last_change"
  }

  /// Creates a registration without observations.
  init(program: String, user: UInt32, _ request: MonitoringRequest) {
    self.program = program
    self.user = user
    name = request.name
    regions = request.regions.map { Region(region: $0) }
    significantChanges = request.significantChanges
    visits = request.visits
  }

  /// Whether no event is registered.
  var isEmpty: Bool { regions.isEmpty && !significantChanges && !visits }

  /// Copies the detection state of the replaced registration; per region if both contain it.
  mutating func takeOver(_ old: Registration) {
    for index in regions.indices {
      regions[index].isInside = old.regions.first { $0.region == regions[index].region }?.isInside
    }
    lastChange = old.lastChange
    change = old.change
    stays = old.stays
  }

  /// Processes a position.
  ///
  /// - Parameters:
  ///   - place: The position.
  ///   - accuracy: Its 68 % radius, m.
  ///   - time: Seconds since boot.
  /// - Returns: The detected events, and whether the stored state has changed.
  mutating func take(
    _ place: Coordinate, accuracy: Double, time: Double
  ) -> (events: [Event], isChanged: Bool) {
    begin()
    var events: [Event] = []
    var isChanged = false
    for index in watches.indices where regions.indices.contains(index) {
      let crossing = watches[index].take(place, accuracy: accuracy, time: time)
      let region = regions[index].region
      if crossing == true && region.entry || crossing == false && region.exit {
        events.append(.region)
      }
      isChanged = isChanged || regions[index].isInside != watches[index].isInside
      regions[index].isInside = watches[index].isInside
    }
    if significantChanges, change?.admits(place, time: time) == true {
      // The first position is the reference and no change.
      if lastChange != nil { events.append(.significantChange) }
      lastChange = Place(latitude: place.latitude, longitude: place.longitude)
      isChanged = true
    }
    if visits, stays?.take(place, accuracy: accuracy, time: time) != nil { events.append(.visit) }
    return (events, isChanged)
  }

  /// Recreates the detectors from the stored state.
  private mutating func begin() {
    if watches.count != regions.count {
      watches = regions.compactMap { entry in
        Coordinate(latitude: entry.region.latitude, longitude: entry.region.longitude).map {
          RegionWatch(center: $0, radius: entry.region.radius, isInside: entry.isInside)
        }
      }
    }
    if significantChanges, change == nil {
      change = SignificantChange(
        last: lastChange.flatMap { Coordinate(latitude: $0.latitude, longitude: $0.longitude) })
    }
    if visits, stays == nil { stays = VisitDetector() }
  }
}
