import ArgumentParser
import FoundationEssentials
import HeadingArguments
import HeadingClient
import HeadingProtocol
import HeadingRuntime
import HeadingStorage
import HeadingSystem

/// `compass bundle`: packs the data for a bug report.
struct MakeBundle: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bundle",
    abstract: "Pack the data for a bug report into one archive.",
    discussion: """
      Contains configuration, calibration profiles, state, the flight recorder's latest files, the
      kernel's attributes of IIO devices, the daemon's status and log, and three seconds of its stream.
      Check it before you send it: it reveals the position unless --no-position is given, which removes
      positions, heights, speeds, courses, air pressure, declination and true headings.

      EXAMPLES
        compass bundle report.tar.gz
        compass bundle report.tar.gz --no-position
      """)

  @Argument(help: "The archive to write, .tar.gz; an existing one is replaced.")
  var file: String

  @Flag(help: "Leave out everything that reveals the position.")
  var noPosition = false

  @Option(help: ArgumentHelp("The daemon's configuration.", valueName: "file"))
  var config: String?

  @Option(
    help: ArgumentHelp(
      "The flight recorder's folder; by default the configuration's.", valueName: "folder"))
  var flights: String?

  @OptionGroup var daemon: DaemonOptions

  func run() async throws {
    let environment = ProcessInfo.processInfo.environment
    var bundle = ReportBundle(removesPosition: noPosition)
    bundle.add("about.txt", text: Self.about())
    var places = ReportBundle.Places()
    places.configuration = config ?? places.configuration
    places.profiles = ProfileStore(environment: environment).folders
    places.flights = flights
    await addDaemon(to: &bundle)
    bundle.collect(places, environment: environment)
    addLog(to: &bundle)
    do {
      try bundle.write(to: URL(fileURLWithPath: file))
    } catch {
      throw Failure.writing(file, error)
    }
    for line in bundle.contents { try StandardStreams.writeText(line) }
    try StandardStreams.writeText(
      noPosition ? "\(file) holds no positions" : "\(file) holds POSITIONS; see --no-position")
  }

  private static func about() -> String {
    let release = try? String(contentsOfFile: "/etc/os-release", encoding: .utf8)
    let kernel = try? String(contentsOfFile: "/proc/version", encoding: .utf8)
    return "compass \(Compass.configuration.version)\n\(kernel ?? "")\n\(release ?? "")"
  }

  private func addDaemon(to bundle: inout ReportBundle) async {
    guard let client = daemon.client else {
      return bundle.note("status.json", missing: "there is no daemon socket")
    }
    do {
      if case .status(let status) = try await client.answer(to: .status) {
        bundle.add("status.json", lines: try MessageCoder().line(status))
        if status.simulated { bundle.remark("the daemon's sensors are SIMULATED") }
      }
      bundle.add("stream.jsonl", lines: await Self.stream(client))
    } catch {
      bundle.note("status.json", missing: "\(error)")
    }
  }

  /// Returns three seconds of updates; fewer if the connection ends.
  private static func stream(_ client: DaemonClient) async -> Data {
    await withTaskGroup(of: Data.self) { group in
      group.addTask {
        var updates = Data()
        var lines = client.lines.makeAsyncIterator()
        while let line = try? await lines.next() {
          if case .update(let message) = line { updates += message.line }
        }
        return updates
      }
      group.addTask {
        try? await Task.sleep(for: .seconds(3))
        return Data()
      }
      var all = await group.next() ?? Data()
      group.cancelAll()
      for await rest in group { all += rest }
      return all
    }
  }

  private func addLog(to bundle: inout ReportBundle) {
    let arguments = [
      "--unit", "headingd", "--lines", "5000", "--no-pager", "--quiet", "--output",
      "short-iso-precise",
    ]
    guard
      let journal = try? ChildProcess("/usr/bin/journalctl", arguments, readsOutput: true)
    else { return bundle.note("log.txt", missing: "journalctl cannot be run") }
    let text = (try? journal.output?.content()) ?? Data()
    _ = journal.wait()
    if text.isEmpty {
      return bundle.note("log.txt", missing: "the journal has no entries of headingd")
    }
    bundle.add("log.txt", text: String(decoding: text, as: UTF8.self))
  }
}
