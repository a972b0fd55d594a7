import HeadingChips

extension Doctor {
  /// Checks a Raspberry Pi: system, bus, and each chip on it.
  func boardFindings(_ board: Board) -> [Finding] {
    var findings = [systemFinding(board)]
    if findings[0].state == .bad { return findings }
    findings += busFindings(board)
    if let uri = board.bridge.uri {
      findings.append(
        Finding(
          .good, "bridge", "it runs and serves its chips at \(uri)",
          remedy: board.bridge.listing))
    }
    guard let bus = board.bus else { return findings }
    let result = probeResult(board, bus)
    findings += bus.devices.compactMap { deviceFinding($0, board, result) }
    guard let result else { return findings }
    return findings + foundChips(result, board, bus) + unreadable(result, board)
  }

  private func systemFinding(_ board: Board) -> Finding {
    let kernel = board.modules.release.map { ", Linux \($0)" } ?? ""
    if board.hasPrograms32 {
      return Finding(
        .bad, "system", "\(board.model.name)\(kernel), with 32-bit programs",
        remedy: "headingd does not run on 32-bit systems: install Raspberry Pi OS (64-bit)")
    }
    if board.modules.state(ofModule: "i2c_dev") == .unknown {
      return Finding(
        .fair, "system", "\(board.model.name)\(kernel), without a list of its modules",
        remedy: "restore \(Board.modulesFolder(board.modules))")
    }
    return Finding(.good, "system", "\(board.model.name)\(kernel)")
  }

  /// Checks whether the bus is enabled and may be used.
  private func busFindings(_ board: Board) -> [Finding] {
    let setting = BootSetting.parameter("i2c_arm", "on")
    let isOff = board.tree.headerBus.flatMap { board.tree.isEnabled($0) } == false
    guard let bus = board.bus, !isOff else {
      let state = board.boot?.state(of: setting) ?? .absent
      let advice =
        switch state {
        case .set: "\(board.bootPath) has \(setting.line): reboot"
        case .commented: "remove the # before its line in \(board.bootPath) and reboot:"
        case .different: "correct its line in \(board.bootPath) and reboot:"
        case .absent: "add to \(board.bootPath) and reboot:"
        }
      return [
        Finding(
          .bad, "I²C bus", "pins 3 and 5 are not an I²C bus",
          remedy: state == .set
            ? advice : "\(advice)\n\(setting.line)\n(`sudo compass doctor --fix` does it)",
          settings: state == .set ? [] : [setting])
      ]
    }
    guard board.machine.exists(board.node) else {
      let remedy =
        switch board.modules.state(ofModule: "i2c_dev") {
        case .module:
          "sudo modprobe i2c-dev\necho i2c-dev | sudo tee /etc/modules-load.d/i2c-dev.conf"
        case .builtIn: "the kernel has i2c-dev built in: sudo udevadm trigger"
        case .missing: "this kernel has no module i2c-dev: chips without a driver cannot be read"
        case .unknown: "restore \(Board.modulesFolder(board.modules))"
        }
      return [Finding(.fair, "I²C bus", "enabled, but \(board.node) is missing", remedy: remedy)]
    }
    guard board.machine.isAccessible(board.node) else {
      let user = board.machine.userName
      let isMember = board.machine.groupsOfNextLogin.contains("i2c")
      return [
        Finding(
          .fair, "I²C bus", "\(user) may not use \(board.node), so no chip was looked for",
          remedy: isMember
            ? "\(user) is in the group i2c, but not in this session: log in again"
            : "sudo usermod -aG i2c \(user)\nand log in again, or run sudo compass doctor")
      ]
    }
    return [Finding(.good, "I²C bus", "i2c-\(bus.number) on pins 3 and 5")]
  }

  /// Looks for chips where neither a driver nor the bridge reads any.
  private func probeResult(_ board: Board, _ bus: HeaderBus) -> ChipProbe.Result? {
    guard let probe, board.bridge.uri == nil, board.machine.exists(board.node),
      board.machine.isAccessible(board.node)
    else { return nil }
    return probe.chips(
      on: bus.number, except: Set(bus.devices.filter(\.isBound).map(\.address)))
  }

  /// Checks a chip that the kernel was told of; `nil` if it is none that this program knows.
  private func deviceFinding(
    _ device: HeaderBus.Device, _ board: Board, _ result: ChipProbe.Result?
  ) -> Finding? {
    guard let chip = device.chip else { return wrongNameFinding(device, board) }
    let place = "at \(BootSetting.text(device.address))"
    if device.isBound, !device.inputs.isEmpty {
      return Finding(
        .good, chip.name, "\(place), in IIO as \(device.inputs.joined(separator: ", "))")
    }
    if device.isBound {
      return Finding(
        .bad, chip.name, "\(place), its driver holds it, but there is no IIO device",
        remedy: "see why: sudo dmesg | grep -i -e \(device.name) -e iio")
    }
    let name = chip.driver?.module ?? ""
    switch board.modules.state(of: chip) {
    case .missing, .unknown:
      // The finding of the probe says what to do, if the chip answers.
      if result?.chips.contains(where: { $0.address == device.address }) ?? false { return nil }
      let (remedy, settings) = board.advice(nil, chip, at: device.address)
      return Finding(
        .bad, chip.name, "\(place) by the device tree; this kernel has no driver (\(name))",
        remedy: remedy, settings: settings)
    case .module, .builtIn:
      let elsewhere = result?.chips.first {
        $0.address != device.address && KnownChip.named($0.model) == chip
      }
      if let elsewhere {
        let (remedy, settings) = board.advice(elsewhere.model, chip, at: elsewhere.address)
        return Finding(
          .bad, chip.name,
          "it answers at \(BootSetting.text(elsewhere.address)), but the device tree says "
            + BootSetting.text(device.address), remedy: remedy, settings: settings)
      }
      if board.machine.exists("/sys/module/\(name)")
        || board.modules.state(of: chip) == .builtIn
      {
        return Finding(
          .bad, chip.name, "the driver found none \(place)",
          remedy: "check wiring, power and address\nsee why: sudo dmesg | grep -i \(device.name)")
      }
      return Finding(
        .bad, chip.name, "\(place), its driver is not loaded", remedy: "sudo modprobe \(name)")
    }
  }

  /// Reports a node whose compatible name no driver has, though mainline has one for the chip.
  private func wrongNameFinding(_ device: HeaderBus.Device, _ board: Board) -> Finding? {
    // Raspberry Pi OS's overlay rpi-sense.
    guard device.compatible.contains("st,lsm9ds1-accel"), !device.isBound,
      board.modules.state(ofModule: "st_lsm6dsx_i2c") == .module
    else { return nil }
    return Finding(
      .bad, "LSM9DS1 accelerometer and gyroscope",
      "the device tree calls it st,lsm9ds1-accel; Linux's driver knows st,lsm9ds1-imu",
      remedy: "until the next start:\nsudo modprobe st_lsm6dsx_i2c\n"
        + board.told(BootSetting.text(device.address), "delete_device") + "\n"
        + board.told("lsm9ds1-imu \(BootSetting.text(device.address))", "new_device"))
  }

  /// Reports the chips that answered and are not used.
  private func foundChips(
    _ result: ChipProbe.Result, _ board: Board, _ bus: HeaderBus
  ) -> [Finding] {
    var findings: [Finding] = []
    for found in result.chips {
      let chip = KnownChip.named(found.model)
      // A chip that the device tree has at another address has its finding.
      let isReported = bus.devices.contains {
        !$0.isBound && $0.chip == chip && chip != nil
          && board.modules.state(of: $0.chip) != .missing
      }
      if isReported { continue }
      let (remedy, settings) = board.advice(found.model, chip, at: found.address)
      let driver = chip?.driver.map { driver in
        switch chip.map(board.modules.state) ?? .missing {
        case .module, .builtIn: "its driver \(driver.module) is in this kernel"
        case .missing: "this kernel has no driver (\(driver.module))"
        case .unknown: "driver \(driver.module)"
        }
      }
      // Where other sensors work, this one may be superfluous.
      let hasInputs = board.machine.names(in: "/sys/bus/iio/devices")
        .contains { $0.hasPrefix("iio:device") }
      findings.append(
        Finding(
          hasInputs ? .fair : .bad, chip?.name ?? found.model,
          "answers at \(BootSetting.text(found.address)); \(driver ?? "Linux has no driver")",
          remedy: remedy, settings: settings))
    }
    if result.chips.isEmpty, result.error == nil, !bus.devices.contains(where: { $0.chip != nil }) {
      let unknown = result.unknown.map(BootSetting.text).joined(separator: ", ")
      findings.append(
        Finding(
          .bad, "chips",
          unknown.isEmpty
            ? "none answers on i2c-\(bus.number)"
            : "none that this program knows; something answers at \(unknown)",
          remedy:
            "check the wiring: 3.3 V to pin 1, SDA to pin 3, SCL to pin 5, ground to pin 9"))
    }
    return findings
  }

  /// Reports what could not be read.
  private func unreadable(_ result: ChipProbe.Result, _ board: Board) -> [Finding] {
    var findings: [Finding] = []
    if result.error == .inUse {
      findings.append(
        Finding(
          .fair, "probing", "another program uses \(board.node), so no chip was looked for",
          remedy: "end `compass bridge` in another terminal, or the service:\n"
            + "sudo systemctl stop headingd-bridge"))
    } else if let error = result.error {
      let isStuck = error == .timedOut
      findings.append(
        Finding(
          .fair, "probing",
          isStuck ? "a chip held the bus for too long" : "\(board.node) failed: \(error.text)",
          remedy: isStuck && board.model.hasClockStretchingFault
            ? "a BNO055 needs a slow bus on this Pi: dtparam=i2c_arm_baudrate=10000 in "
              + board.bootPath
            : "power the chips off and on; check the wiring"))
    }
    if !result.omitted.isEmpty {
      findings.append(
        Finding(
          .fair, "probing", "\(result.omitted.joined(separator: ", ")) not looked for",
          remedy: "reading changes their state: compass doctor --probe-all"))
    }
    return findings
  }
}

extension KernelModules {
  /// How the kernel has the driver of a chip; `unknown` of none.
  fileprivate func state(of chip: KnownChip?) -> State { chip.map(state) ?? .unknown }
}

extension BusError {
  /// The error, for people.
  fileprivate var text: String {
    switch self {
    case .notAcknowledged: "nothing answers"
    case .timedOut: "timed out"
    case .gone: "the bus is gone"
    case .busy: "a driver uses the address"
    case .inUse: "another program uses it"
    case .system(let number): "error \(number)"
    case .unsupported: "the bus cannot do this transaction"
    }
  }
}
