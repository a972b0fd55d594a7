import FoundationEssentials
import HeadingGeometry
public import HeadingProtocol
import HeadingSensing
public import IndustrialIO

/// Checks the common causes of a missing or poor heading and states the remedy of each.
public struct Doctor: Sendable {
  let machine: Machine
  private let configuration: IIOConfiguration

  /// Creates a doctor for a machine and the IIO context that is read on it.
  public init(machine: Machine = Machine(), configuration: IIOConfiguration) {
    self.machine = machine
    self.configuration = configuration
  }

  private var isLocal: Bool { configuration.uri.hasPrefix("local") }

  /// Checks everything that requires no sensor data.
  public func examineMachine() -> [Finding] {
    var findings: [Finding] = []
    if isLocal {
      findings += [kernelFinding(), busFinding(), userSpaceFinding()].compactMap { $0 }
    }
    let inventory: IIOInventory
    do throws(IIOError) {
      inventory = try IIOInventory(reading: configuration.uri)
    } catch {
      return findings + [
        Finding(
          .bad, "IIO context", "\(configuration.uri) cannot be opened: \(error.reason)",
          remedy: error.remedy ?? "check the URI")
      ]
    }
    if inventory.isSimulated {
      findings.append(
        Finding(
          .fair, "sensors", "SIMULATED by \(configuration.uri)",
          remedy: "nothing is measured; omit --uri to read this machine's sensors"))
    }
    if isLocal { findings += permissionFindings(inventory) }
    findings += selectionFindings(inventory)
    return findings
  }

  /// Checks whether the kernel has any IIO devices.
  private func kernelFinding() -> Finding {
    let devices = machine.names(in: "/sys/bus/iio/devices").filter { $0.hasPrefix("iio:device") }
    if !devices.isEmpty {
      let names = devices.map { machine.text("/sys/bus/iio/devices/\($0)/name") ?? $0 }
      return Finding(.good, "IIO devices", names.joined(separator: ", "))
    }
    if isRaspberryPi {
      return Finding(
        .bad, "IIO devices", "the kernel has none",
        remedy: "put the chip's overlay into /boot/firmware/config.txt and reboot: "
          + KnownChip.all.compactMap { chip in chip.overlay.map { "\($0) (\(chip.name))" } }
          .joined(separator: ", ") + "; other chips: see `compass doctor --chips`")
    }
    return Finding(
      .bad, "IIO devices", "the kernel has none",
      remedy: "load the chip's driver (`compass doctor --chips` names them), or declare it in the "
        + "device tree")
  }

  private var isRaspberryPi: Bool {
    machine.text("/proc/device-tree/model")?.contains("Raspberry Pi") ?? false
  }

  /// Checks whether an I²C bus is enabled.
  private func busFinding() -> Finding? {
    let buses = machine.names(in: "/sys/bus/i2c/devices").filter { $0.hasPrefix("i2c-") }
    if !buses.isEmpty { return Finding(.good, "I²C buses", buses.joined(separator: ", ")) }
    guard isRaspberryPi else { return nil }
    return Finding(
      .bad, "I²C buses", "none is enabled",
      remedy: "sudo raspi-config nonint do_i2c 0, or dtparam=i2c_arm=on in config.txt, then reboot")
  }

  /// Checks for user-space programs that access the chips directly, bypassing the kernel's drivers.
  private func userSpaceFinding() -> Finding? {
    var holders: [String] = []
    for name in machine.names(in: "/dev") where name.hasPrefix("i2c-") {
      for holder in machine.holders(of: "/dev/\(name)") { holders.append("\(holder) on \(name)") }
    }
    if !holders.isEmpty {
      return Finding(
        .fair, "user-space drivers",
        "\(holders.joined(separator: ", ")) talk to I²C chips directly",
        remedy: "a chip read by a library (such as Sense HAT's Python module or RTIMULib) disturbs "
          + "the kernel's driver: stop that program")
    }
    let hasSenseHat = machine.text("/proc/device-tree/hat/product")?.contains("Sense HAT") ?? false
    let hasMagnetometer = machine.names(in: "/sys/bus/iio/devices").contains { device in
      machine.text("/sys/bus/iio/devices/\(device)/name")?.contains("lsm9ds1") ?? false
    }
    guard hasSenseHat, !hasMagnetometer else { return nil }
    return Finding(
      .bad, "Sense HAT",
      "its LSM9DS1 is not in IIO; Python's sense_hat reads it in user space",
      remedy:
        "sudo modprobe st_magn_i2c st_lsm6dsx_i2c; if it is still missing: echo lsm9ds1_magn 0x1c | "
        + "sudo tee /sys/bus/i2c/devices/i2c-1/new_device")
  }

  /// Checks whether this user may access the device nodes.
  private func permissionFindings(_ inventory: IIOInventory) -> [Finding] {
    let used = Set(IIOSelection(from: inventory, configuration: configuration).devices.map(\.id))
    let denied = used.filter { device in
      machine.exists("/dev/\(device)") && !machine.isAccessible("/dev/\(device)")
    }
    guard !used.isEmpty else { return [] }
    if denied.isEmpty { return [Finding(.good, "permission", "the device nodes may be used")] }
    return [
      Finding(
        .bad, "permission",
        "\(ProcessInfo.processInfo.userName) may not use /dev/\(denied.sorted().joined(separator: ", /dev/"))",
        remedy:
          "sudo udev-rules/install, then sudo usermod -aG iio \(ProcessInfo.processInfo.userName) and log in again"
      )
    ]
  }

  /// Reports the selected sensors and the missing ones.
  private func selectionFindings(_ inventory: IIOInventory) -> [Finding] {
    let selection = IIOSelection(from: inventory, configuration: configuration)
    var findings: [Finding] = []
    for kind in IIOConfiguration.kinds {
      if let choice = selection.choice(for: kind) {
        findings.append(Finding(.good, kind.name, "\(choice.title), because \(choice.reason)"))
        if let mount = mountFinding(kind, choice.deviceID, inventory) { findings.append(mount) }
        continue
      }
      if let complaint = selection.complaints[kind] {
        findings.append(
          Finding(.bad, kind.name, complaint, remedy: "correct the name; see `compass devices`"))
        continue
      }
      switch kind {
      case .magnetometer, .accelerometer:
        findings.append(
          Finding(
            .bad, kind.name, "none",
            remedy: kind == .magnetometer
              ? "without one there is no heading: attach one, or load its driver"
              : "without one tilt is unknown and there is no heading: attach one, or load its driver"
          ))
      case .gyroscope:
        findings.append(
          Finding(.fair, kind.name, "none", remedy: "without one the heading is smoothed slower"))
      case .barometer:
        findings.append(
          Finding(.fair, kind.name, "none", remedy: "altitude then comes from GNSS alone"))
      case .compass, .gnss: break
      }
    }
    let used = selection.devices.compactMap { inventory.device($0.id) }
    let needsTrigger = used.filter { $0.hasBuffer && $0.takesTrigger ?? false && $0.trigger == nil }
    if !needsTrigger.isEmpty {
      let names = needsTrigger.map(\.title).joined(separator: ", ")
      let hasTriggers =
        !inventory.triggers.isEmpty || machine.exists("/sys/kernel/config/iio/triggers/hrtimer")
      findings.append(
        hasTriggers
          ? Finding(.good, "triggers", "\(names): one is found or created at the start")
          : Finding(
            .fair, "triggers", "none for \(names), so samples are polled",
            remedy: "sudo modprobe iio-trig-hrtimer (Debian: kernel 6.12 or newer)"))
    }
    return findings
  }

  /// Checks the mount matrix of a selected sensor; `nil` for a plain rotation.
  private func mountFinding(
    _ kind: SensorKind, _ id: String, _ inventory: IIOInventory
  ) -> Finding? {
    guard let device = inventory.device(id) else { return nil }
    let mount = configuration.mount(of: kind, on: device)
    guard let notice = mount.notice(of: device.title) else { return nil }
    let subject = "mount of the \(kind.name)"
    if let problem = mount.problem {
      let text = mount.text.map { "'\($0)' " } ?? ""
      // Without the gyroscope there is still a heading.
      return Finding(
        kind == .gyroscope ? .fair : .bad, subject,
        "\(text)of \(device.title) is refused: \(problem)", remedy: mount.remedy)
    }
    return Finding(notice.severity == .info ? .good : .fair, subject, notice.message)
  }

  /// Checks the sensor data by the last update of a short run; `nil` if there was none.
  public func examine(_ message: SolutionMessage?) -> [Finding] {
    guard let message else {
      return [
        Finding(
          .bad, "samples", "none came within \(Int(Self.listening)) s",
          remedy: "see the messages above; power the sensors off and on")
      ]
    }
    let reasons = Reasons(names: message.reasons)
    var findings: [Finding] = []
    if let strength = message.fieldStrength {
      let isPlausible = strength > 15 && strength < 80
      findings.append(
        Finding(
          isPlausible ? .good : .bad, "field", "\(NumberText.fixed(strength, 1)) µT",
          remedy: isPlausible
            ? "" : "the Earth has 22 to 67 µT: calibrate, move away from iron, check the scale"))
    }
    for (reason, name, advice) in Reasons.catalogue
    where Self.symptoms.contains(reason) && reasons.contains(reason) {
      findings.append(
        Finding(
          Self.fatal.contains(reason) ? .bad : .fair, ReasonText.words(name), "reported",
          remedy: advice))
    }
    if let heading = message.magneticHeading {
      let style = TerminalStyle(usesColor: false, usesUnicode: true)
      let text = MeasureText(style: style).heading(heading, bound: message.headingAccuracy)
      findings.append(Finding(.good, "heading", "\(text), magnetic"))
    } else {
      findings.append(
        Finding(.bad, "heading", "none: \(ReasonText.text(message.reasons))"))
    }
    return findings
  }

  /// Duration of the run, s.
  public static let listening = 2.0

  private static let fatal: Reasons = [
    .magnetometerStale, .accelerometerStale, .fieldTooWeak, .fieldImplausible,
    .gravityImplausible,
  ]

  private static let symptoms: Reasons = fatal.union([
    .gyroscopeStale, .barometerStale, .gnssMissing, .noFix, .fixStale, .positionUnknown,
    .dateUnknown, .modelExpired, .fieldWeak, .uncalibrated, .disturbed, .rateImplausible,
    .invalidSamples, .sensorStuck, .saturated, .sensorFailed, .mountInvalid,
  ])
}
