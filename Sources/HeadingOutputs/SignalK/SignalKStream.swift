import FoundationEssentials
import HeadingEngine
import HeadingGeometry
import HeadingRuntime
import HeadingSensing

/// The deltas of one output, one update after the other.
///
/// A path is sent once its value has been known; from then on null says that it is not known now,
/// so that no server shows an old one.
struct SignalKStream: Sendable {
  private let configuration: SignalKConfiguration
  private var updates: RateLimit
  private var metadata = RateLimit(rate: 1 / Self.metadataInterval)
  private var known: Set<SignalKPath> = []

  /// Seconds between two messages with metadata: a server may have been started anew.
  private static let metadataInterval = 30.0

  init(_ configuration: SignalKConfiguration) {
    self.configuration = configuration
    updates = RateLimit(rate: configuration.rate)
  }

  /// The delta of an update as a line; empty if none is due.
  mutating func line(_ update: SolutionUpdate) -> [UInt8] {
    let solution = update.solution
    guard updates.admits(solution.time.seconds) else { return [] }
    var values: [SignalKDelta.Entry<SignalKValue>] = []
    var isNew = false
    for path in SignalKPath.allCases {
      let value = path.value(solution)
      if value != nil, known.insert(path).inserted { isNew = true }
      if known.contains(path) { values.append(.init(path: path.rawValue, value: value)) }
    }
    var message = SignalKDelta.Update(
      source: configuration.source + (solution.isSimulated ? ".simulated" : ""),
      timestamp: solution.universalTime.value.map(Self.timestamp), values: values)
    if metadata.admits(solution.time.seconds) || isNew { message.meta = descriptions }
    return SignalKDelta(updates: [message]).line
  }

  private var descriptions: [SignalKDelta.Entry<SignalKMetadata>] {
    SignalKPath.allCases.filter { known.contains($0) && $0 != .headingState }
      .map { .init(path: $0.rawValue, value: $0.metadata(configuration)) }
  }

  private static func timestamp(_ time: UniversalTime) -> String {
    Date(timeIntervalSince1970: time.secondsSince1970)
      .formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }
}
