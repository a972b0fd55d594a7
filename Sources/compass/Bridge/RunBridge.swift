import ArgumentParser
import FoundationEssentials
import HeadingArguments
import HeadingBridge
import HeadingChips
import HeadingIIOServer
import HeadingProtocol

/// `compass bridge`: drives chips in user space and serves them as IIO devices.
struct RunBridge: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bridge",
    abstract: "Drive chips that the kernel has no driver for, and serve them as IIO devices.",
    discussion: """
      Finds the chips of its catalogue on this machine's I²C buses by their identity registers and
      serves them to libiio's programs on 127.0.0.1. A chip that a kernel driver uses is left alone.
      Only root, this user and those of --allow-user may connect. docs/bridge.md says more.

      EXAMPLES
        compass bridge --list                             find the chips once, and list them
        compass bridge --list --self-test                 also run the self-test of each chip at rest
        compass bridge                                    serve them until Ctrl-C
        compass bridge --bus /dev/i2c-1 --bus /dev/spidev0.0
        compass bridge --chip bno085@0x4A                 a chip that is not searched for unasked
        compass --uri ip:127.0.0.1:30432                  the heading, in another terminal
      """)

  @Option(
    help: ArgumentHelp(
      "A bus, such as /dev/i2c-1, /dev/spidev0.0 or /dev/ttyUSB0; may be repeated; by default every /dev/i2c-*.",
      valueName: "device"), completion: .file())
  var bus: [String] = []

  @Option(
    help: ArgumentHelp(
      "A chip to look for, NAME or NAME@ADDRESS; may be repeated.", valueName: "chip"))
  var chip: [String] = []

  @Flag(help: "Find the chips once and list them.")
  var list = false

  @Flag(help: "With --list, run the self-test of each chip that has one; it must lie still.")
  var selfTest = false

  @Flag(help: "With --list, print one JSON object.")
  var json = false

  @Option(help: "The TCP port on 127.0.0.1; 0 selects a free one.")
  var port = Bridge.defaultPort

  @Option(
    help: ArgumentHelp("A user who may connect; may be repeated.", valueName: "name"))
  var allowUser: [String] = []

  mutating func validate() throws {
    guard (0...65_535).contains(port) else {
      throw ValidationError("--port \(port) is not between 0 and 65535.")
    }
    if selfTest && !list { throw ValidationError("--self-test needs --list.") }
    if json && !list { throw ValidationError("--json needs --list.") }
    for text in chip where ChipRequest(text) == nil {
      throw ValidationError(
        "--chip '\(text)' is not NAME or NAME@ADDRESS with an address from 0x08 to 0x77; the names are "
          + "\(BridgeReport.names).")
    }
    if let wrong = bus.first(where: { !$0.hasPrefix("/dev/") }) {
      throw ValidationError("--bus '\(wrong)' is not a device file such as /dev/i2c-1.")
    }
  }

  func run() async throws {
    let users = try allowedUsers()
    if let absence {
      guard !list else { throw Failure.exit(ExitStatus.unavailable, absence + ".") }
      // A bus may come later: a module that loads at boot, an adapter that is plugged in.
      Self.report(BridgeNotice(isError: true, text: absence + "; waiting for it"))
    }
    if list { try checkAccess() }
    let bridge = Bridge(
      settings: BusSettings(requests: chip.compactMap { ChipRequest($0) }),
      ports: ports, report: Self.report)
    if list {
      let (chips, inUse) = bridge.list(selfTesting: selfTest)
      return try show(chips, inUse: inUse)
    }
    try await serve(bridge, to: users)
  }

  /// The buses that exist at present.
  private var ports: @Sendable () -> [any BusPort] {
    let named = bus
    return {
      named.isEmpty
        ? BusPorts.adapters()
        : named.filter { FileManager.default.fileExists(atPath: $0) }.map { DevicePort($0) }
    }
  }

  /// Which bus is missing, and what to do; `nil` if each that is named exists, or any if none is.
  private var absence: String? {
    let missing = bus.filter { !FileManager.default.fileExists(atPath: $0) }
    if !missing.isEmpty {
      return "\(PlainText.of(missing.joined(separator: ", "))) does not exist; "
        + "ls /dev/i2c-* lists the I²C buses"
    }
    guard ports().isEmpty else { return nil }
    return "there is no I²C bus in /dev; on a Raspberry Pi add dtparam=i2c_arm=on to config.txt "
      + "and restart, elsewhere load the module i2c-dev, or name a bus by --bus"
  }

  /// Ends the program if no bus may be opened.
  private func checkAccess() throws {
    let names = ports().map(\.name)
    if names.allSatisfy({ !FileManager.default.isWritableFile(atPath: $0) }) {
      throw Failure.exit(
        ExitStatus.noPermission,
        "no permission to open \(PlainText.of(names.joined(separator: ", "))); add the user to the group "
          + "i2c, spi or dialout (sudo usermod -aG i2c $USER) and log in again.")
    }
  }

  private func allowedUsers() throws -> Set<UInt32> {
    var users: Set<UInt32> = []
    for name in allowUser {
      guard let user = PeerAccess.user(named: name) else {
        throw Failure.exit(
          ExitStatus.usage, "--allow-user '\(PlainText.of(name))': there is no such user.")
      }
      users.insert(user)
    }
    return users
  }

  private func show(_ chips: [FoundChip], inUse: [String]) throws {
    let report = BridgeReport(chips)
    try StandardStreams.write(json ? try report.json() : Data(PlainText.lines(report.text).utf8))
    if !inUse.isEmpty {
      throw Failure.exit(
        ExitStatus.unavailable,
        "\(PlainText.of(inUse.joined(separator: ", "))): \(BusError.inUse.text).")
    }
    if chips.isEmpty {
      throw Failure.exit(
        ExitStatus.unavailable,
        "no chip of the catalogue answers; check its wires, and name one that is not searched for by --chip."
      )
    }
    if chips.contains(where: { $0.hasFailedSelfTest }) {
      throw Failure.exit(ExitStatus.refused, "a self-test failed.")
    }
  }

  private func serve(_ bridge: Bridge, to users: Set<UInt32>) async throws {
    let access = PeerAccess(users: users, report: Self.report)
    let file = BridgeAddressFile()
    let task = Task { () async throws in
      try await bridge.run(port: port, access: access) { port in
        file.write("ip:\(Bridge.host):\(port)")
        // The first one counts.
        ServiceNotification.ready()
      }
    }
    let signals = InterruptSignals { task.cancel() }
    defer { signals.cancel() }
    do {
      try await task.value
      file.remove()
    } catch let error as DeviceServerError {
      throw Failure.exit(ExitStatus.unavailable, "\(error), or end the bridge that runs.")
    }
  }

  private static let report: @Sendable (BridgeNotice) -> Void = { notice in
    StandardStreams.writeError(Data("compass: \(PlainText.of(notice.text))\n".utf8))
  }
}
