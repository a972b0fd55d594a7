import Glibc

/// Addresses that a systemd unit may reach: `IPAddressDeny=` and `IPAddressAllow=` with drop-ins.
struct UnitNetwork {
  /// Unit folders by precedence; the drop-ins of all folders apply in order of their names.
  static let folders = [
    "/etc/systemd/system", "/run/systemd/system", "/usr/local/lib/systemd/system",
    "/usr/lib/systemd/system",
  ]

  /// Allowed entries as written: addresses, prefixes, `any`, `localhost`.
  private(set) var allowed: [String] = []

  /// Whether all other addresses are denied.
  private(set) var isClosed = false

  /// Reads a unit on a machine; `nil` if it is not installed.
  init?(_ unit: String, on machine: Machine) {
    guard
      let main = Self.folders.lazy.compactMap({ machine.text("\($0)/\(unit)") }).first
    else { return nil }
    read(main)
    var dropIns: [String: String] = [:]
    for folder in Self.folders.reversed() {
      for name in machine.names(in: "\(folder)/\(unit).d") where name.hasSuffix(".conf") {
        dropIns[name] = "\(folder)/\(unit).d/\(name)"
      }
    }
    for (_, path) in dropIns.sorted(by: { $0.key < $1.key }) { read(machine.text(path) ?? "") }
  }

  private mutating func read(_ text: String) {
    for line in text.split(whereSeparator: \.isNewline) {
      let sides = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2 else { continue }
      let values = sides[1].split(whereSeparator: \.isWhitespace).map(String.init)
      switch sides[0] {
      case "IPAddressAllow": allowed = values.isEmpty ? [] : allowed + values
      case "IPAddressDeny": isClosed = !values.isEmpty && (isClosed || values.contains("any"))
      default: break
      }
    }
  }

  /// Returns whether the unit may reach an address.
  func allows(_ address: String) -> Bool {
    !isClosed || allowed.contains { Self.entry($0, holds: address) }
  }

  /// Whether the unit may reach every address.
  var allowsAll: Bool { !isClosed || allowed.contains("any") }

  /// Returns whether an entry contains an address.
  static func entry(_ entry: String, holds address: String) -> Bool {
    switch entry {
    case "any": return true
    case "localhost": return address == "::1" || address.hasPrefix("127.")
    default: break
    }
    let sides = entry.split(separator: "/", maxSplits: 1)
    // A link-local address has a suffix with its interface (RFC 4007, "%").
    guard let text = sides.first, let prefix = bytes(text),
      let bytes = bytes(address.prefix { $0 != "%" }), prefix.count == bytes.count
    else { return false }
    var bits = sides.count == 2 ? Int(sides[1]) ?? .max : prefix.count * 8
    for (left, right) in zip(prefix, bytes) where bits > 0 {
      let mask = bits >= 8 ? UInt8.max : UInt8.max << (8 - bits)
      if left & mask != right & mask { return false }
      bits -= 8
    }
    return true
  }

  /// Parses an IPv4 or IPv6 address; `nil` if it is invalid.
  private static func bytes(_ text: Substring) -> [UInt8]? {
    for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
      var bytes = [UInt8](repeating: 0, count: count)
      if unsafe inet_pton(family, String(text), &bytes) == 1 { return bytes }
    }
    return nil
  }
}
