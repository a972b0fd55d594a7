import ArgumentParser
import FoundationEssentials
import HeadingArguments
import HeadingProtocol
import HeadingSensorFeed
import HeadingTerminal
import IndustrialIO

/// `compass devices`: lists the devices of an IIO context.
struct Devices: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List all IIO devices and channels, or a feed's sensors, and the selected sensors.",
    discussion: """
      EXAMPLES
        compass devices
        compass devices --uri ip:192.168.1.20 --json
        compass devices --uri xml:board.xml
        compass devices --feed serial:/dev/ttyACM0
        compass devices --mavlink udp:0.0.0.0:14550
      """)

  @OptionGroup var source: SourceOptions

  @Flag(help: "Print one JSON object.")
  var json = false

  mutating func validate() throws {
    if source.isSimulation {
      throw ValidationError(
        "a simulated hat has no devices of its own: serve one with `compass simulate --iiod` and give "
          + "--uri ip:127.0.0.1.")
    }
    if source.hasFeed, source.namesDevices || !source.mount.isEmpty {
      throw ValidationError(
        "--feed and --mavlink list their own sensors alone: give no IIO device.")
    }
  }

  func run() throws {
    if let feed = try openFeed() { return try list(feed) }
    let inventory: IIOInventory
    do throws(IIOError) {
      inventory = try IIOInventory(reading: source.configuration)
    } catch {
      throw Failure.exit(error.status, "\(error).")
    }
    let report = DeviceReport(inventory, configuration: source.configuration)
    try StandardStreams.write(json ? try report.json() : Data(PlainText.lines(report.text).utf8))
    if inventory.devices.isEmpty {
      throw Failure.exit(
        ExitStatus.unavailable,
        "\(source.configuration.name) has no IIO device; `compass doctor` says what to do.")
    }
  }

  private func openFeed() throws -> FeedReceiver? {
    do throws(FeedError) {
      return try source.feedReceiver()
    } catch {
      throw Failure.exit(ExitStatus.cannotCreate, "\(error).")
    }
  }

  /// Lists the sensors that a feed's senders declare.
  private func list(_ feed: FeedReceiver) throws {
    let senders = feed.survey(waiting: SourceOptions.declarationWait)
    let name = feed.settings.name
    let report = FeedReport(name: name, senders: senders, problems: feed.problems)
    try StandardStreams.write(json ? try report.json() : Data(PlainText.lines(report.text).utf8))
    if senders.isEmpty {
      throw Failure.exit(
        ExitStatus.unavailable, "nothing declared itself on the \(name); see \(feed.settings.page)."
      )
    }
  }
}
