/// Where NMEA 0183 sentences go, and which; an entry of the list `outputs.nmea`.
package struct NMEAConfiguration: Sendable, Hashable {
  /// The sentences that are understood.
  package static let formatters = ["HDT", "HDM", "ROT", "XDR", "HDG", "THS"]

  /// Where they go.
  package var destination: NMEADestination

  /// Groups of sentences a second at most.
  package var rate = 10.0

  /// The two letters that name the kind of talker.
  ///
  /// `HC`, a magnetic compass. gpsd 3.22 ignores `HE`, a gyrocompass.
  package var talker = "HC"

  /// Which sentences, in the order in which they are sent.
  ///
  /// Not HDG by default: gpsd 3.27 takes its heading for a course.
  package var sentences = ["HDT", "HDM", "ROT", "XDR"]

  /// The usual sentences.
  package init(to destination: NMEADestination) { self.destination = destination }
}

extension NMEAConfiguration {
  /// `nil` if it does not say where to; that is noted as a problem.
  init?(_ section: ConfigurationSection) {
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
      section.problem(nil, "says not where to: write `to: udp:127.0.0.1:10110`")
      return nil
    }
    self.init(to: destination)
    if let rate { self.rate = rate }
    if let talker { self.talker = talker }
    if let sentences { self.sentences = sentences }
  }
}
