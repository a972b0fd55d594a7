import HeadingEngine
import HeadingNMEA2000
import HeadingProtocol
import HeadingRuntime
import HeadingSensing

/// The messages of one output, one update after the other.
///
/// A group is sent once its value has been known; from then on it says that the value is not
/// available while it is not. Simulated sensors send nothing: the groups have no mark for them.
struct NMEA2000Stream: Sendable {
  private let north: OutputNorth
  private var limits: [(group: NMEA2000Group, limit: RateLimit)]
  private var known: Set<NMEA2000Group> = []
  private var sequence: UInt8 = 0

  init(_ configuration: NMEA2000Configuration) {
    north = configuration.north
    limits = Self.groups(configuration).map { ($0, RateLimit(rate: $0.rate)) }
  }

  /// The groups that are sent.
  static func groups(_ configuration: NMEA2000Configuration) -> [NMEA2000Group] {
    NMEA2000Group.allCases.filter {
      configuration.sendsPosition || ($0 != .position && $0 != .courseAndSpeed)
    }
  }

  /// The messages of an update that are due.
  mutating func messages(_ update: SolutionUpdate) -> [NMEA2000Message] {
    var solution = update.solution
    guard !solution.isSimulated else { return [] }
    if update.steer == .stop {
      // The groups have no accuracy: a heading that nobody may steer by is none.
      solution.magneticHeading = .missing(solution.reasons)
      solution.trueHeading = .missing(solution.reasons)
    }
    var messages: [NMEA2000Message] = []
    for index in limits.indices {
      let group = limits[index].group
      if group.isKnown(in: solution, north: north) { known.insert(group) }
      guard known.contains(group), limits[index].limit.admits(solution.time.seconds) else {
        continue
      }
      messages.append(
        NMEA2000Message(
          group: group.rawValue, priority: group.priority,
          data: group.data(solution, north: north, sequence: sequence)))
    }
    if !messages.isEmpty { sequence = sequence == 252 ? 0 : sequence + 1 }
    return messages
  }
}
