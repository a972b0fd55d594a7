import HeadingChips

/// The bridge on a machine: it drives chips in user space and serves them as an IIO context.
struct Bridge {
  /// Its unit.
  static let unit = "headingd-bridge.service"

  /// Where it serves its chips; `nil` if it does not run.
  let uri: String?

  /// Whether its unit is installed.
  let isInstalled: Bool

  /// Reads a machine.
  init(on machine: Machine) {
    let text = machine.text("/run/headingd-bridge/uri")
    uri = text.flatMap { $0.hasPrefix("ip:") && $0.count < 256 ? $0 : nil }
    isInstalled = UnitNetwork.folders.contains { machine.exists("\($0)/\(Self.unit)") }
  }

  /// Whether it has a driver of a chip.
  func serves(_ chip: KnownChip?, _ model: String?) -> Bool {
    ChipCatalogue.drivers.contains { driver in
      let name = driver.model.name
      return name == model || chip.map { $0 == KnownChip.named(name) || $0.host == name } ?? false
    }
  }

  /// How to see what it serves, which it does for root and the daemon.
  var listing: String {
    "what it found:\nsudo compass devices"
  }

  /// Text that says how to start it.
  var advice: String {
    if uri != nil { return "the bridge runs; \(listing)" }
    let start = "sudo systemctl enable --now \(Self.unit)"
    return isInstalled
      ? "the bridge reads it without a kernel driver:\n\(start)"
      : "install headingd's package, whose bridge reads it without a kernel driver:\n"
        + "sudo apt install ./headingd_*.deb\n\(start)"
  }
}
