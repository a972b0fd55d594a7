import ArgumentParser
import HeadingArguments
import HeadingProtocol

/// The command line: live readout, devices, diagnosis, replay, simulation.
@main
struct Compass: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compass",
    abstract:
      "A compass from Linux sensors, with an accuracy that is stated and a reason for what is missing.",
    discussion: """
      EXAMPLES
        compass                                  live readout from the sensors of this machine
        compass --simulate                       the same from a simulated hat
        compass --uri ip:pi.local --json         a JSON object per update, sensors of another machine
        compass devices                          what was found and which sensor is used for what
        compass doctor                           what is wrong and how to mend it
        compass why                              what the heading's error is made of, and what helps
        compass replay walk.csv --output out.csv run a recording through the same engine

      EXIT STATUS (compass help exit-status)
      \(ExitStatus.table)
      """,
    version: ProgramVersion.text,
    subcommands: [
      Show.self, Devices.self, Diagnose.self, Why.self, Status.self, Calibrate.self,
      Profiles.self, Record.self, Replay.self, Audit.self, MakeBundle.self, Simulate.self,
      Declination.self, Distance.self, PressureAltitude.self, Authorize.self, Completions.self,
      Schema.self, Config.self,
    ],
    defaultSubcommand: Show.self)

  static func main() async { await MainProgram.run(Self.self) }
}
