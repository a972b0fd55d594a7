package import HeadingStorage

extension Doctor {
  /// Configuration file of the packaged unit.
  package static let configurationPath = "/etc/headingd/headingd.yaml"

  /// Checks that the daemon's unit may reach exactly the addresses that its configuration names.
  ///
  /// - Parameters:
  ///   - kinds: The kinds of outputs that the configuration can name.
  ///   - resolve: Returns the addresses of a host; may block on the network.
  /// - Returns: One finding; none if no unit is installed.
  package func examineNetwork(
    outputs kinds: [any OutputConfiguration.Type], resolve: (String) -> [String]
  ) -> [Finding] {
    guard let unit = UnitNetwork("headingd.service", on: machine),
      machine.exists(Self.configurationPath)
    else { return [] }
    let text = machine.text(Self.configurationPath) ?? ""
    let rule: NetworkRule
    do throws(ConfigurationError) {
      rule = NetworkRule(
        try ServiceConfiguration(
          yaml: text, path: Self.configurationPath, environment: [:], outputs: kinds))
    } catch {
      let line = "\(error)".split(separator: "\n").first.map(String.init) ?? "it is wrong"
      return [
        Finding(
          .bad, "configuration", line,
          remedy:
            "headingd --config \(Self.configurationPath) --check-config lists all errors")
      ]
    }
    var missing: [String] = []
    var needed: [String] = []
    for (key, host) in rule.needs {
      guard let host else {
        if !unit.allowsAll { missing.append("\(key) (all clients)") }
        needed.append("any")
        continue
      }
      let addresses = resolve(host)
      needed += addresses
      let denied = addresses.filter { !unit.allows($0) }
      if addresses.isEmpty {
        missing.append("\(key) (\(host) has no address now)")
      } else if !denied.isEmpty {
        missing.append("\(key) (\(host), \(denied.joined(separator: ", ")))")
      }
    }
    let dropIn = "/etc/systemd/system/headingd.service.d/network.conf"
    let remedy =
      "sudo sh -c 'mkdir -p \"$(dirname \(dropIn))\" && headingd --config \(Self.configurationPath) "
      + "--print-network > \(dropIn) && systemctl daemon-reload && systemctl restart headingd'"
    if !missing.isEmpty {
      return [
        Finding(
          .bad, "unit's network", "it may not reach \(missing.joined(separator: ", "))",
          remedy: remedy)
      ]
    }
    let excess = unit.allowed.filter { entry in
      entry != "localhost"
        && !needed.contains { $0 == entry || UnitNetwork.entry(entry, holds: $0) }
    }
    if unit.isClosed, !excess.isEmpty {
      return [
        Finding(
          .fair, "unit's network",
          "it may reach \(excess.joined(separator: ", ")), which the configuration does not name",
          remedy: remedy)
      ]
    }
    return [Finding(.good, "unit's network", "it reaches what the configuration names")]
  }
}
