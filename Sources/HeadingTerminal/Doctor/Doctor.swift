import FoundationEssentials
import HeadingGeometry
public import HeadingProtocol
package import HeadingSensing
public import IndustrialIO

/// Checks the common causes of a missing or poor heading and states the remedy of each.
public struct Doctor: Sendable {
  package let machine: Machine
  let probe: ChipProbe?
  let configuration: IIOConfiguration

  /// Kinds of sensors that a feed delivers, so that the IIO context need not have them.
  package var fed: Set<SensorKind> = []

  /// Creates a doctor for a machine and the IIO context that is read on it.
  public init(machine: Machine = Machine(), configuration: IIOConfiguration) {
    self.init(machine: machine, configuration: configuration, probe: nil)
  }

  /// Creates a doctor that also looks for chips on the bus of a Raspberry Pi.
  package init(machine: Machine, configuration: IIOConfiguration, probe: ChipProbe?) {
    self.machine = machine
    self.configuration = configuration
    self.probe = probe
  }

  private var isLocal: Bool { configuration.isLocal }

  /// Checks everything that requires no sensor data.
  public func examineMachine() -> [Finding] {
    var findings: [Finding] = []
    if isLocal {
      let board = Board(machine)
      if let board { findings += boardFindings(board) }
      findings += [kernelFinding(board), busFinding(board), userSpaceFinding()].compactMap { $0 }
      // libiio reads the devices of the machine that the program runs on.
      guard machine.isThis else { return findings }
    }
    let inventory: IIOInventory
    do throws(IIOError) {
      inventory = try IIOInventory(reading: configuration)
    } catch {
      return findings + [
        Finding(
          .bad, "IIO context", "\(error.uri) cannot be opened: \(error.reason)",
          remedy: error.remedy ?? "check the URI")
      ]
    }
    for failure in inventory.failures {
      findings.append(
        Finding(
          .fair, "IIO context", "\(failure.uri) cannot be opened: \(failure.reason)",
          remedy: failure.remedy ?? "its sensors are missing below"))
    }
    if inventory.isSimulated {
      findings.append(
        Finding(
          .fair, "sensors", "SIMULATED by \(configuration.name)",
          remedy: "nothing is measured; omit --uri to read this machine's sensors"))
    }
    if isLocal { findings += permissionFindings(inventory) }
    findings += selectionFindings(inventory)
    return findings
  }

  /// Checks whether the kernel has any IIO devices.
  private func kernelFinding(_ board: Board?) -> Finding {
    let devices = machine.names(in: "/sys/bus/iio/devices").filter { $0.hasPrefix("iio:device") }
    let names = devices.map { machine.text("/sys/bus/iio/devices/\($0)/name") ?? $0 }
    if !names.isEmpty {
      return Finding(.good, "IIO devices", names.joined(separator: ", "))
    }
    if let board {
      if board.bridge.uri != nil {
        return Finding(.good, "IIO devices", "the kernel has none; the bridge has its own")
      }
      return Finding(
        .bad, "IIO devices", "the kernel has none",
        remedy: "see the findings above; all chips and drivers: compass doctor --chips")
    }
    return Finding(
      .bad, "IIO devices", "the kernel has none",
      remedy: "load the chip's driver (`compass doctor --chips` names them), or declare it in the "
        + "device tree")
  }

  /// Checks whether an I²C bus is enabled; the findings of a board say so themselves.
  private func busFinding(_ board: Board?) -> Finding? {
    let buses = machine.names(in: "/sys/bus/i2c/devices").filter { $0.hasPrefix("i2c-") }
    guard board == nil, !buses.isEmpty else { return nil }
    return Finding(.good, "I²C buses", buses.joined(separator: ", "))
  }

  /// Checks for user-space programs that access the chips directly, bypassing the kernel's drivers.
  private func userSpaceFinding() -> Finding? {
    var holders: [String] = []
    for name in machine.names(in: "/dev") where name.hasPrefix("i2c-") {
      for holder in machine.holders(of: "/dev/\(name)") { holders.append("\(holder) on \(name)") }
    }
    // The bridge talks to chips that no kernel driver holds.
    holders.removeAll { $0.hasPrefix("compass on ") || $0.hasPrefix("headingd") }
    guard !holders.isEmpty else { return nil }
    return Finding(
      .fair, "user-space drivers",
      "\(holders.joined(separator: ", ")) talk to I²C chips directly",
      remedy: "a chip read by a library (such as Sense HAT's Python module or RTIMULib) disturbs "
        + "the kernel's driver: stop that program")
  }

  /// Checks whether this user may access the device nodes.
  private func permissionFindings(_ inventory: IIOInventory) -> [Finding] {
    let used = Set(IIOSelection(from: inventory, configuration: configuration).devices.map(\.id))
    let denied = used.filter { device in
      machine.exists("/dev/\(device)") && !machine.isAccessible("/dev/\(device)")
    }
    guard !used.isEmpty else { return [] }
    if denied.isEmpty { return [Finding(.good, "permission", "the device nodes may be used")] }
    let join = "sudo usermod -aG iio \(machine.userName)"
    let hasRules = ["/usr/lib", "/etc", "/lib"].contains {
      machine.exists("\($0)/udev/rules.d/70-headingd-iio.rules")
    }
    let remedy =
      machine.groupsOfNextLogin.contains("iio")
      ? "\(machine.userName) is in the group iio, but not in this session: log in again"
      : hasRules
        ? "\(join)\nand log in again" : "sudo udev-rules/install\n\(join)\nand log in again"
    return [
      Finding(
        .bad, "permission",
        "\(machine.userName) may not use /dev/\(denied.sorted().joined(separator: ", /dev/"))",
        remedy: remedy)
    ]
  }

  /// Reports the selected sensors and the missing ones.
  private func selectionFindings(_ inventory: IIOInventory) -> [Finding] {
    let selection = IIOSelection(from: inventory, configuration: configuration)
    var findings: [Finding] = []
    for kind in IIOConfiguration.kinds where !fed.contains(kind) {
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
      if let finding = missing(kind) { findings.append(finding) }
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

  /// The consequence of a missing sensor; `nil` if it has none.
  func missing(_ kind: SensorKind) -> Finding? {
    switch kind {
    case .magnetometer:
      Finding(
        .bad, kind.name, "none",
        remedy: "without one there is no heading: attach one, or load its driver")
    case .accelerometer:
      Finding(
        .bad, kind.name, "none",
        remedy:
          "without one tilt is unknown and there is no heading: attach one, or load its driver"
      )
    case .gyroscope:
      Finding(.fair, kind.name, "none", remedy: "without one the heading is smoothed slower")
    case .barometer:
      Finding(.fair, kind.name, "none", remedy: "altitude then comes from GNSS alone")
    case .compass, .gnss: nil
    }
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
