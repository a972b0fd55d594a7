import ArgumentParser
import FoundationEssentials
import HeadingArguments
import HeadingProtocol
import HeadingTerminal
import IndustrialIO

/// `compass devices`: lists the devices of an IIO context.
struct Devices: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List all IIO devices and channels, and the selected sensors.",
    discussion: """
      EXAMPLES
        compass devices
        compass devices --uri ip:192.168.1.20 --json
        compass devices --uri xml:board.xml
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
  }

  func run() throws {
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
}
