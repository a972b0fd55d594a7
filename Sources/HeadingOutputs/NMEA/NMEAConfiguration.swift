package import HeadingStorage

/// Destination and selection of NMEA 0183 sentences; an entry of the list `outputs.nmea`.
package struct NMEAConfiguration: Sendable, Hashable {
  /// The supported sentences.
  package static let formatters = ["HDT", "HDM", "ROT", "XDR", "HDG", "THS"]

  /// The destination.
  package var destination: OutputDestination

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
  package init(to destination: OutputDestination) { self.destination = destination }
}

extension NMEAConfiguration {
  /// Reads an entry; `nil` without a destination, which is reported as a problem.
  package init?(_ section: ConfigurationSection) {
    let destination = OutputDestination(section, example: "udp:127.0.0.1:10110")
    let rate = section.number("rate", 0.1...1000, "Hz")
    let talker = section.text("talker") { text in
      text.utf8.count == 2 && text.utf8.allSatisfy { (65...90).contains($0) }
        ? nil : "'\(text)' is not two capital letters"
    }
    let sentences = section.texts("sentences") { text in
      Self.formatters.contains(text)
        ? nil : "'\(text)' is none of \(Self.formatters.joined(separator: ", "))"
    }
    guard let destination else { return nil }
    self.init(to: destination)
    if let rate { self.rate = rate }
    if let talker { self.talker = talker }
    if let sentences { self.sentences = sentences }
  }
}
