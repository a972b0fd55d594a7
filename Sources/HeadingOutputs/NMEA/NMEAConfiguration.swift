package import HeadingStorage

/// Destination and selection of NMEA 0183 sentences; an entry of the list `outputs.nmea`.
package struct NMEAConfiguration: Sendable, Hashable {
  /// The destination.
  package var destination: OutputDestination

  /// Largest rate of each sentence, Hz.
  package var rate = 10.0

  /// Largest rates of single sentences, Hz, which replace ``rate``.
  package var rates: [NMEAFormatter: Double] = [:]

  /// The talker identifier, two letters; `nil` for that of each sentence.
  ///
  /// `HC`, a magnetic compass, for the attitude (gpsd 3.22 ignores `HE`, a gyrocompass), and `IN`,
  /// integrated navigation, for the position.
  package var talker: String?

  /// The sentences in order of output.
  ///
  /// HDG is not a default: gpsd 3.27 takes its heading for a course.
  package var sentences: [NMEAFormatter] = [
    .trueHeading, .magneticHeading, .rateOfTurn, .transducers,
  ]

  /// The default sentences.
  package init(to destination: OutputDestination) { self.destination = destination }
}

extension NMEAConfiguration {
  private static let rateRange = 0.1...1000

  /// Reads an entry; `nil` without a destination, which is reported as a problem.
  package init?(_ section: ConfigurationSection) {
    let destination = OutputDestination(section, example: "udp:127.0.0.1:10110")
    let rate = section.number("rate", Self.rateRange, "Hz")
    let talker = section.text("talker") { text in
      text.utf8.count == 2 && text.utf8.allSatisfy { (65...90).contains($0) }
        ? nil : "'\(text)' is not two capital letters"
    }
    let sentences = section.texts("sentences") { text in
      NMEAFormatter(rawValue: text) == nil
        ? "'\(text)' is none of \(NMEAFormatter.allCases.map(\.rawValue).joined(separator: ", "))"
        : nil
    }
    let rates = section.section("rates") { section in
      var rates: [NMEAFormatter: Double] = [:]
      for formatter in NMEAFormatter.allCases {
        rates[formatter] = section.number(formatter.rawValue, Self.rateRange, "Hz")
      }
      return rates
    }
    if let sentences, sentences.isEmpty {
      section.problem("sentences", "names none; leave the key out for the usual ones")
    } else if let sentences,
      let twice = sentences.first(where: { name in sentences.count { $0 == name } > 1 })
    {
      section.problem("sentences", "names \(twice) twice")
    }
    guard let destination else { return nil }
    self.init(to: destination)
    if let rate { self.rate = rate }
    self.talker = talker
    if let sentences { self.sentences = sentences.compactMap(NMEAFormatter.init) }
    self.rates = rates
    for formatter in NMEAFormatter.allCases
    where rates[formatter] != nil && !self.sentences.contains(formatter) {
      section.problem("rates", "\(formatter.rawValue) is not one of the sentences")
    }
  }
}
