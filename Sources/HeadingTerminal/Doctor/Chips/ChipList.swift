package import FoundationEssentials
import HeadingChips
import HeadingProtocol

/// The output of `compass doctor --chips`.
package struct ChipList {
  private let modules: KernelModules
  private let bridge: Bridge
  private let board: Board?

  /// Creates the list for a machine.
  package init(on machine: Machine) {
    board = Board(machine)
    modules = board?.modules ?? KernelModules(on: machine)
    bridge = Bridge(on: machine)
  }

  /// A paragraph for each chip, wrapped.
  package func text(columns: Int) -> String {
    var lines: [String] = []
    for chip in KnownChip.all {
      lines.append(chip.name + ": " + chip.addresses.map(BootSetting.text).joined(separator: ", "))
      let driver = chip.driver.map { "\($0.module) (\($0.compatible)), " } ?? ""
      for text in [driver + words(modules.state(of: chip), chip), boardText(chip)] {
        lines += WrappedText.lines(text, width: columns - 2).map { "  " + $0 }
      }
    }
    return PlainText.lines(lines.joined(separator: "\n") + "\n")
  }

  /// One JSON object.
  package func json() throws -> Data {
    let chips = KnownChip.all.map { chip -> [String: Any] in
      var object: [String: Any] = [
        "name": chip.name, "addresses": chip.addresses.map(BootSetting.text),
        "raspberry_pi_os": chip.isStock, "bridge": bridge.serves(chip, nil),
      ]
      object["module"] = chip.driver?.module
      object["compatible"] = chip.driver?.compatible
      object["overlay"] = chip.overlay.map { BootSetting.sensor($0.parameter, address: nil).line }
      switch modules.state(of: chip) {
      case .module, .builtIn: object["this_kernel"] = true
      case .missing: object["this_kernel"] = false
      case .unknown: break
      }
      return object
    }
    var object: [String: Any] = ["chips": chips]
    object["kernel"] = modules.release
    return try JSONLineObject.data(object)
  }

  private func words(_ state: KernelModules.State, _ chip: KnownChip) -> String {
    guard chip.driver != nil else { return "Linux has no driver" }
    let kernel = modules.release.map { "Linux \($0)" } ?? "this kernel"
    return switch state {
    case .module: "in \(kernel)"
    case .builtIn: "built into \(kernel)"
    case .missing: "not in \(kernel)"
    case .unknown: "unknown whether in \(kernel)"
    }
  }

  private func boardText(_ chip: KnownChip) -> String {
    let overlay = chip.overlay.map { overlay in
      ": " + BootSetting.sensor(overlay.parameter, address: nil).line
        + " (\(BootSetting.text(overlay.address)))"
    }
    return (chip.isStock ? "in Raspberry Pi OS" : "not in Raspberry Pi OS") + (overlay ?? "")
      + "; bridge: " + (bridge.serves(chip, nil) ? "yes" : "no")
  }
}
