import ArgumentParser

/// `compass calibrate`: one command per sensor; the default is the magnetometer's.
struct Calibrate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Calibrate the sensors; without a word the magnetometer, guided.",
    discussion: """
      EXAMPLES
        compass calibrate                           turn it as the screen says; it stops by itself
        compass calibrate --json --timeout 120      for a robot; see compass help calibrate magnetometer
        compass calibrate --from turns.csv          from a recording, as compass replay takes it
        compass calibrate heading 270               one known heading, nothing to turn
        compass calibrate accelerometer             six sides, in any order
        compass calibrate gyroscope                 at rest
        compass calibrate mount                     how the device is turned in its vehicle
        compass calibrate accept                    what the daemon has found by itself
        compass calibrate rollback                  the daemon's calibration before
        compass calibrate deviation swing.csv       coefficients A to E and a card to print
      """,
    subcommands: [
      CalibrateMagnetometer.self, CalibrateHeading.self, CalibrateAccelerometer.self,
      CalibrateGyroscope.self, CalibrateMount.self, CalibrateDeviation.self, AcceptCalibration.self,
      RollbackCalibration.self,
    ],
    defaultSubcommand: CalibrateMagnetometer.self)
}
