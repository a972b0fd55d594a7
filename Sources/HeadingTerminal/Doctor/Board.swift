import HeadingChips

/// What a Raspberry Pi, its system and its I²C bus are.
struct Board {
  let machine: Machine
  let model: BoardModel
  let modules: KernelModules
  let tree: DeviceTree
  let boot: BootConfiguration?
  let bus: HeaderBus?
  let bridge: Bridge

  /// Reads a machine; `nil` if it is no Raspberry Pi.
  init?(_ machine: Machine) {
    guard let model = BoardModel(on: machine) else { return nil }
    self.machine = machine
    self.model = model
    modules = KernelModules(on: machine)
    tree = DeviceTree(on: machine)
    boot = BootConfiguration(on: machine, model: model)
    bus = HeaderBus(on: machine)
    bridge = Bridge(on: machine)
  }

  /// Path of the bus's device node.
  var node: String { "/dev/i2c-\(bus?.number ?? 1)" }

  /// Path of config.txt, for people.
  var bootPath: String { boot?.path ?? "/boot/firmware/config.txt" }

  /// Whether the system's programs are those of a 32-bit processor.
  var hasPrograms32: Bool {
    for path in ["/usr/bin/dpkg", "/bin/sh", "/usr/bin/sh"] {
      // Executable and Linkable Format: magic number, then the class, 1 for 32 bits.
      if let header = machine.bytes(path, limit: 5), header.starts(with: [0x7F, 0x45, 0x4C, 0x46]),
        header.count == 5
      {
        return header.last == 1
      }
    }
    return false
  }

  /// Whether this machine has the overlay `i2c-sensor` with a parameter.
  ///
  /// A parameter is a property of the overlay's node `__overrides__`; names of properties are
  /// zero-terminated strings in the file (Devicetree Specification, 5.5).
  func hasOverlay(_ parameter: String) -> Bool {
    for folder in ["/boot/firmware/overlays", "/boot/overlays"] {
      if let bytes = machine.bytes("\(folder)/i2c-sensor.dtbo", limit: 1 << 20) {
        // A name may be stored as the end of a longer one, so only its own end is certain.
        return bytes.firstRange(of: Array(parameter.utf8) + [0]) != nil
      }
    }
    return false
  }

  /// Steps that make a chip at an address usable.
  ///
  /// - Parameters:
  ///   - model: Its model, as a probe names it; `nil` for a chip that only the kernel was told of.
  ///   - chip: The chip in the table; `nil` if it is not there.
  ///   - address: Its address.
  /// - Returns: The steps for people, and the settings of config.txt that they contain.
  func advice(
    _ model: String?, _ chip: KnownChip?, at address: UInt8
  ) -> (remedy: String, settings: [BootSetting]) {
    if let chip, let driver = chip.driver {
      switch modules.state(of: chip) {
      case .module, .builtIn:
        if let overlay = chip.overlay, hasOverlay(overlay.parameter) {
          let setting = BootSetting.sensor(
            overlay.parameter, address: address == overlay.address ? nil : address)
          return (advice(setting, overlay), [setting])
        }
        guard !driver.device.isEmpty else { break }
        let load =
          modules.state(of: chip) == .module ? "sudo modprobe \(driver.module)\n" : ""
        return (
          "until the next start:\n" + load
            + told("\(driver.device) \(BootSetting.text(address))", "new_device"), []
        )
      case .missing, .unknown: break
      }
    }
    if bridge.serves(chip, model) { return (bridge.advice, []) }
    let isKnown = modules.state(ofModule: "i2c_dev") != .unknown
    guard isKnown else { return ("restore \(Self.modulesFolder(modules))", []) }
    return (
      chip?.driver == nil
        ? "no driver is known for it, neither in Linux nor in the bridge"
        : "build the kernel's module \(chip?.driver?.module ?? "") with DKMS: docs/raspberry-pi.md",
      []
    )
  }

  /// The command that writes a line into a file of the bus, in two lines so that none is too long.
  func told(_ line: String, _ file: String) -> String {
    "echo \(line) |\nsudo tee /sys/bus/i2c/devices/i2c-\(bus?.number ?? 1)/\(file)"
  }

  static func modulesFolder(_ modules: KernelModules) -> String {
    "/lib/modules/\(modules.release ?? "RELEASE")/modules.dep, which says what drivers the kernel has"
  }

  private func advice(_ setting: BootSetting, _ overlay: KnownChip.Overlay) -> String {
    var text: String
    switch boot?.state(of: setting) ?? .absent {
    case .set:
      return "\(bootPath) has its line: reboot"
    case .commented:
      text = "remove the # before its line in \(bootPath) and reboot:"
    case .different: text = "correct its line in \(bootPath) and reboot:"
    case .absent: text = "add to \(bootPath) and reboot:"
    }
    text += "\n\(setting.line)\n(`sudo compass doctor --fix` does it)"
    if overlay.needsInterrupt {
      text +=
        "\nwire its INT to pin 7 (GPIO 4): without interrupts the driver delivers no samples; "
        + "another pin: ,int_pin=GPIO"
    }
    return text
  }
}
