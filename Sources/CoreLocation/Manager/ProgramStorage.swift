import Dispatch
import Glibc
import HeadingAuthorization
import Synchronization

/// Persistent state: regions, visits, the last location; one file per executable.
final class ProgramStorage: Sendable {
  /// The persistent form of a location.
  struct Place: Sendable, Codable {
    var latitude: Double
    var longitude: Double
    var altitude: Double
    var horizontalAccuracy: Double
    var verticalAccuracy: Double
    var timestamp: Date

    init(_ location: CLLocation) {
      latitude = location.coordinate.latitude
      longitude = location.coordinate.longitude
      altitude = location.altitude
      horizontalAccuracy = location.horizontalAccuracy
      verticalAccuracy = location.verticalAccuracy
      timestamp = location.timestamp
    }

    var location: CLLocation {
      CLLocation(
        coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude),
        altitude: altitude, horizontalAccuracy: horizontalAccuracy,
        verticalAccuracy: verticalAccuracy, timestamp: timestamp)
    }
  }

  /// A monitored region and its state.
  struct Region: Sendable, Codable {
    var values: RegionValues
    var isInside: Bool?
  }

  /// A monitored beacon region and its state.
  struct BeaconRegion: Sendable, Codable {
    var values: BeaconRegionValues
    var isInside: Bool?
  }

  /// The persistent form of a visit.
  struct Visit: Sendable, Codable {
    var latitude: Double
    var longitude: Double
    var accuracy: Double
    var arrival: Date?
    var departure: Date?
  }

  /// The content of the file.
  struct Content: Sendable, Codable {
    var regions: [Region] = []
    var watchesVisits = false
    var visit: Visit?
    var location: Place?
    // Files of earlier versions lack these.
    var watchesSignificantChanges: Bool?
    var beaconRegions: [BeaconRegion]?

    /// Whether anything is monitored.
    var isWatching: Bool {
      !regions.isEmpty || watchesVisits || watchesSignificantChanges == true
    }
  }

  /// Shortest time between two writes of the last location.
  private static let pause = Duration.seconds(10)

  private struct State {
    var content: Content
    /// Time of the last write, on the monotonic clock.
    var saved: ContinuousClock.Instant?
    /// Whether the last location is not written yet.
    var isPending = false
  }

  /// The storage of this program; writes the last location when the program ends.
  static let ofProgram: ProgramStorage = {
    let environment = ProcessInfo.processInfo.environment
    let home = environment["HOME"].map { $0 + "/.local/state" }
    guard let folder = environment["XDG_STATE_HOME"] ?? home else { return ProgramStorage(nil) }
    let program = Bundle.main.executablePath ?? CommandLine.arguments[0]
    let name = program.split(separator: "/").joined(separator: "-")
    atexit { ProgramStorage.ofProgram.flush() }
    return ProgramStorage(
      URL(fileURLWithPath: folder).appendingPathComponent("headingd/location/\(name).json"))
  }()

  private let file: URL?
  private let state: Mutex<State>

  /// Opens a file; `nil` stores nothing.
  init(_ file: URL?) {
    self.file = file
    let data = file.flatMap { try? Data(contentsOf: $0) }
    let content = data.flatMap { try? JSONDecoder().decode(Content.self, from: $0) }
    state = Mutex(State(content: content ?? Content()))
  }

  var content: Content { state.withLock { $0.content } }

  /// Changes and saves the content.
  func change(_ change: (inout Content) -> Void) {
    state.withLock { state in
      change(&state.content)
      save(&state)
    }
  }

  /// Keeps the last location for the next run; ignores simulated ones.
  ///
  /// Written every 10 s at most, and by ``flush()`` when updates end.
  func note(_ location: CLLocation) {
    guard location.sourceInformation?.isSimulatedBySoftware != true else { return }
    state.withLock { state in
      state.content.location = Place(location)
      if state.saved.map({ ContinuousClock.now - $0 >= Self.pause }) ?? true { return save(&state) }
      guard !state.isPending, file != nil else { return }
      state.isPending = true
      // Also without further locations, as when the sensors are lost.
      DispatchQueue.global().asyncAfter(deadline: .now() + Self.pause / .seconds(1)) {
        [weak self] in self?.flush()
      }
    }
  }

  /// Writes the last location if it is not written yet.
  func flush() {
    state.withLock { state in
      if state.isPending { save(&state) }
    }
  }

  private func save(_ state: inout State) {
    guard let file else { return }
    state.saved = ContinuousClock.now
    state.isPending = false
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try JSONEncoder().encode(state.content).write(to: file, options: .atomic)
    } catch {
      ProgramLog.say("cannot save the monitored regions and visits: \(error)")
    }
  }
}
