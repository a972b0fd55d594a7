import HeadingEngine
import HeadingRuntime
import HeadingSensing

/// The sentences of one output, one update after the other.
struct NMEAStream: Sendable {
  private let talker: String?
  private var sentences: [(formatter: NMEAFormatter, limit: RateLimit)]

  init(_ configuration: NMEAConfiguration) {
    talker = configuration.talker
    sentences = configuration.sentences.map {
      ($0, RateLimit(rate: configuration.rates[$0] ?? configuration.rate))
    }
  }

  /// The sentences of an update that are due, each ended by CR LF; empty if there is no valid
  /// value.
  mutating func group(_ update: SolutionUpdate) -> String {
    let time = update.solution.time.seconds
    var due: [NMEAFormatter] = []
    for index in sentences.indices where sentences[index].limit.admits(time) {
      due.append(sentences[index].formatter)
    }
    if update.solution.isSimulated { due = NMEAFormatter.simulated(due) }
    return due.compactMap { $0.sentence(update, talker: talker)?.text }.joined()
  }
}
