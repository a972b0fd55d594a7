import Dispatch
package import FoundationEssentials
package import HeadingAuthorization
import HeadingGeometry
package import HeadingProtocol
import HeadingStorage
import Synchronization

/// Monitors regions, visits and significant changes for programs that do not run, and starts them.
///
/// A connected program monitors by itself. Registrations are stored in a file, so that monitoring
/// continues after a restart of the daemon.
package final class MonitoringService: MonitoringRegistry {
  private struct Document: Codable {
    var version = 1
    var checksum = ProfileChecksum.placeholder
    var registrations: [Registration]
  }

  private struct State {
    var registrations: [Registration] = []
    var places = PlaceSequence()
    var launches: [String: Double] = [:]
    var isKept = true
  }

  /// Largest number of regions per registration.
  static let maximumRegionCount = 20

  /// Largest number of registrations per program; each of its monitors has one.
  private static let maximumPerProgram = 16

  /// The largest radius, m.
  private static let largestRadius = 400_000.0

  /// Largest number of registrations.
  static let maximumCount = 128

  /// Largest number of registrations per user, so that one user cannot take all.
  static let maximumPerUser = 32

  /// Shortest time between two starts of a program, s.
  private static let pause = 60.0

  private let authorizer: ProgramAuthorizer
  private let launcher: (any ProgramLauncher)?
  private let file: URL?
  private let complain: @Sendable (String) -> Void
  private let queue = DispatchQueue(label: "headingd.monitoring")
  private let state: Mutex<State>

  /// Loads the registrations of a file; `nil` keeps them in memory only.
  package init(
    authorizer: ProgramAuthorizer, launcher: (any ProgramLauncher)?, file: URL?,
    complain: @escaping @Sendable (String) -> Void
  ) {
    self.authorizer = authorizer
    self.launcher = launcher
    self.file = file
    self.complain = complain
    var state = State()
    if let file, FileManager.default.fileExists(atPath: file.path) {
      if (try? KeptFile.check(file)) == nil {
        complain(
          "what programs watch for in \(file.path) is not used: other users may have written it")
      } else if let data = SmallFile.read(file.path),
        let document = try? JSONDecoder().decode(Document.self, from: data),
        document.version == 1, document.checksum == ProfileChecksum.of(data)
      {
        state.registrations = document.registrations
      } else {
        complain("what programs watch for in \(file.path) is not used, the file is damaged")
      }
    }
    self.state = Mutex(state)
  }

  /// All registrations.
  package var registrations: [Registration] { state.withLock { $0.registrations } }

  /// Whether there are registrations.
  package var isNeeded: Bool { state.withLock { !$0.registrations.isEmpty } }

  /// Adds a registration or replaces the one of the same name; `nil` if it exceeds a limit.
  package func register(_ program: PeerProgram, _ request: MonitoringRequest) -> MonitoringMessage?
  {
    var new = Registration(program: program.executable, user: program.user, request)
    guard new.regions.count <= Self.maximumRegionCount, new.name.utf8.count <= 256,
      new.regions.allSatisfy({ Self.isPossible($0.region) })
    else { return nil }
    let registration = new
    let isKept = state.withLock { state in
      let own = state.registrations.indices.filter {
        state.registrations[$0].program == registration.program
          && state.registrations[$0].user == registration.user
      }
      let old = own.first { state.registrations[$0].name == registration.name }
      if let old {
        new.takeOver(state.registrations[old])
        state.registrations.remove(at: old)
      }
      state.isKept = false
      guard !new.isEmpty else { return true }
      let count = state.registrations.count { $0.user == registration.user }
      guard state.registrations.count < Self.maximumCount, count < Self.maximumPerUser,
        old != nil || own.count < Self.maximumPerProgram
      else { return false }
      state.registrations.append(new)
      return true
    }
    guard isKept else { return nil }
    queue.async { self.save() }
    return MonitoringMessage(
      regions: registration.regions.count, significantChanges: registration.significantChanges,
      visits: registration.visits,
      launches: launcher?.serves(registration.user) == true
        && authorization(registration).grant == .always)
  }

  private static func isPossible(_ region: MonitoredRegion) -> Bool {
    abs(region.longitude) <= 180 && region.radius > 0 && region.radius <= largestRadius
      && Coordinate(latitude: region.latitude, longitude: region.longitude) != nil
  }

  /// Queues an update for evaluation; returns at once.
  ///
  /// Simulated positions are ignored: they start no program and do not change the stored state.
  package func take(_ message: SolutionMessage) {
    if message.simulated { return }
    let isNew = state.withLock { $0.places.hasNewPlace(message) }
    guard isNew else { return }
    queue.async { self.evaluate(message) }
  }

  /// Waits until all queued updates are evaluated.
  package func settle() { queue.sync {} }

  private func evaluate(_ message: SolutionMessage) {
    guard let latitude = message.latitude, let longitude = message.longitude,
      let accuracy = message.horizontalAccuracy,
      let place = Coordinate(latitude: latitude, longitude: longitude)
    else { return }
    let time = message.bootTime
    let happened = state.withLock { state in
      var happened: [(Registration, Registration.Event)] = []
      var isChanged = false
      for index in state.registrations.indices {
        let (events, hasChanged) = state.registrations[index]
          .take(place, accuracy: accuracy, time: time)
        isChanged = isChanged || hasChanged
        happened += events.map { (state.registrations[index], $0) }
      }
      if isChanged { state.isKept = false }
      return happened
    }
    save()
    for (registration, event) in happened { start(registration, event, at: time) }
  }

  private func authorization(_ registration: Registration) -> Authorization {
    authorizer.authorization(of: registration.program, user: registration.user)
  }

  /// Starts a program with the grant `always`, unless it is connected.
  private func start(_ registration: Registration, _ event: Registration.Event, at time: Double) {
    let (program, user) = (registration.program, registration.user)
    let authorization = authorization(registration)
    guard let launcher, authorization.grant == .always, !authorizer.isConnected(program, user: user)
    else { return }
    // As on Apple's systems: with reduced accuracy only visits start a program.
    if authorization.isReduced, event != .visit { return }
    let isDue = state.withLock { state in
      let key = "\(user) \(program)"
      if let last = state.launches[key], (0..<Self.pause).contains(time - last) { return false }
      state.launches[key] = time
      return true
    }
    if isDue { launcher.launch(program, user: user, for: event, complain) }
  }

  /// Writes the registrations if they have changed since the last write.
  private func save() {
    let changed = state.withLock { state -> [Registration]? in
      defer { state.isKept = true }
      return state.isKept ? nil : state.registrations
    }
    guard let file, let changed else { return }
    let document = Document(registrations: changed)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      try KeptFile.write(ProfileChecksum.sealed(try encoder.encode(document)), to: file)
    } catch {
      complain("what programs watch for cannot be kept: \(FileReason.text(error))")
    }
  }
}
