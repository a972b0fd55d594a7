package import HeadingStorage

/// Destination and selection of NMEA 0183 sentences; an entry of the list `outputs.nmea`.
package struct NMEAConfiguration: Sendable, Hashable {
  /// The supported sentences.
  package static let formatters = ["HDT", "HDM", "ROT", "XDR", "HDG", "THS"]

  /// The destination.
  package var destination: NMEADestination

  /// Largest rate of sentence groups, Hz.
  package var rate = 10.0

  /// The talker identifier, two letters.
  ///
  /// `HC`, a magnetic compass. gpsd 3.22 ignores `HE`, a gyrocompass.
  package var talker = "HC"

  /// The sentences in order of output.
  ///
  /// HDG is not a default: gpsd 3.27 takes its heading for a course.
  package var sentences = ["HDT", "HDM", "ROT", "XDR"]

  /// The default sentences.
  package init(to destination: NMEADestination) { self.destination = destination }
}

extension NMEAConfiguration {
  /// Reads an entry; `nil` without a destination, which is reported as a problem.
  package init?(_ section: ConfigurationSection) {
    let destination = section.text("to") { text in
      NMEADestination(text) == nil
        ? "'\(text)' is not udp:HOST:PORT, tcp:PORT, tcp:ADDRESS:PORT or serial:DEVICE:BAUD" : nil
    }
    let rate = section.number("rate", 0.1...1000, "Hz")
    let talker = section.text("talker") { text in
      text.utf8.count == 2 && text.utf8.allSatisfy { (65...90).contains($0) }
        ? nil : "'\(text)' is not two capital letters"
    }
    let sentences = section.texts("sentences") { text in
      Self.formatters.contains(text)
        ? nil : "'\(text)' is none of \(Self.formatters.joined(separator: ", "))"
    }
    guard let destination = destination.flatMap(NMEADestination.init) else {
      if !section.has("to") {
        section.problem(nil, "has no destination; write `to: udp:127.0.0.1:10110`")
      }
      return nil
    }
    self.init(to: destination)
    if let rate { self.rate = rate }
    if let talker { self.talker = talker }
    if let sentences { self.sentences = sentences }
  }
}
