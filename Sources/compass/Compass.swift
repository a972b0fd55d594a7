import ArgumentParser
import HeadingArguments
import HeadingProtocol
import HeadingSensorFeed

/// The program, which is the daemon under the name `headingd`: most of both is the same code.
@main
enum Main {
  static func main() async {
    let name = CommandLine.arguments.first?.split(separator: "/").last
    if name == "headingd" { await MainProgram.run(Headingd.self) }
    // The daemon reads its configuration again at a SIGHUP, and ends in order.
    FeedSocketFile.removeAtSignals()
    await MainProgram.run(Compass.self)
  }
}

/// The command line: live readout, devices, diagnosis, replay, simulation.
struct Compass: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compass",
    abstract:
      "A compass from Linux sensors, with a stated accuracy and a reason for each missing value.",
    discussion: """
      EXAMPLES
        compass                                  live readout from the sensors of this machine
        compass --simulate                       the same from a simulated hat
        compass --uri ip:pi.local --json         a JSON object per update, sensors of another machine
        compass devices                          list the devices and the selected sensors
        compass bridge --list                    find chips that the kernel has no driver for
        compass doctor                           find problems and their remedies
        compass why                              explain the terms of the heading's error
        compass fleet --server broker.example    who is on a broker of MQTT, those in trouble first
        compass view drive.mcap                  a recording in the browser
        compass replay walk.csv --output out.csv replay a recording through the same engine

      EXIT STATUS (compass help exit-status)
      \(ExitStatus.table)
      """,
    version: ProgramVersion.text,
    subcommands: [
      Show.self, Web.self, Devices.self, Diagnose.self, Why.self, Status.self, Calibrate.self,
      Profiles.self, Record.self, Replay.self, View.self, PlotRecording.self, Audit.self,
      MakeBundle.self, Simulate.self,
      RunBridge.self, Declination.self, Distance.self, PressureAltitude.self, Authorize.self,
      Completions.self, Fleet.self, Schema.self, Config.self,
    ],
    defaultSubcommand: Show.self)
}
