/// Prints time per call, and a peer's if measured.
struct Table {
  /// Peer's name and ns per call, by the name of the measurement.
  var peers: [String: [(name: String, nanoseconds: Double)]] = [:]

  /// The only measurement to make; `nil` for all.
  var only: String?

  /// Sum of all results, so that no call is optimised away.
  private(set) var checksum = 0.0

  /// Reads peers' results from standard input: `measurement peer nanoseconds` a line.
  mutating func readPeers() {
    while let line = readLine() {
      let words = line.split(separator: " ")
      if words.count == 3, let nanoseconds = Double(words[2]) {
        peers[String(words[0]), default: []].append((String(words[1]), nanoseconds))
      }
    }
  }

  /// Measures: the best of many runs.
  ///
  /// - Parameters:
  ///   - name: The measurement's name, without blanks.
  ///   - calls: Calls in a run.
  ///   - target: ns per call that must not be exceeded.
  ///   - peer: The measurement of the peers to compare with; the same if not given.
  ///   - body: One run.
  mutating func measure(
    _ name: String, calls: Int, target: Double, against peer: String? = nil, _ body: () -> Double
  ) {
    if let only, only != name { return }
    var best = Double.infinity
    let start = ContinuousClock.now
    repeat {
      let time = ContinuousClock().measure { checksum += body() }.components
      let nanoseconds = Double(time.attoseconds) * 1e-9 + Double(time.seconds) * 1e9
      best = min(best, nanoseconds / Double(calls))
    } while ContinuousClock.now - start < .seconds(0.5)
    var line = pad(name, 22) + pad(number(best), 10, left: true) + " ns   target "
    line += pad(number(target), 7, left: true) + (best <= target ? "  met   " : "  MISSED")
    for peer in peers[peer ?? name] ?? [] {
      line +=
        "   \(peer.name) \(number(peer.nanoseconds)) ns = \(number(peer.nanoseconds / best)) x"
    }
    print(line)
  }

  private func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return value >= 1000 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }

  private func pad(_ text: String, _ width: Int, left: Bool = false) -> String {
    let blanks = String(repeating: " ", count: max(0, width - text.count))
    return left ? blanks + text : text + blanks
  }
}
