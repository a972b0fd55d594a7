import ArgumentParser

/// `compass calibrate`: one command per sensor; the default is the magnetometer's.
struct Calibrate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Calibrate the sensors; by default the magnetometer, guided.",
    discussion: """
      EXAMPLES
        compass calibrate                           follow the instructions; it stops when done
        compass calibrate --json --timeout 120      for a robot; see compass help calibrate magnetometer
        compass calibrate --from turns.csv          from a recording, as for compass replay
        compass calibrate heading 270               one known heading, at rest
        compass calibrate accelerometer             six sides, in any order
        compass calibrate gyroscope                 at rest
        compass calibrate mount                     the rotation of the device in its vehicle
        compass calibrate accept                    use the calibration that the daemon proposes
        compass calibrate rollback                  return to the daemon's previous calibration
        compass calibrate deviation swing.csv       coefficients A to E and a card to print
      """,
    subcommands: [
      CalibrateMagnetometer.self, CalibrateHeading.self, CalibrateAccelerometer.self,
      CalibrateGyroscope.self, CalibrateMount.self, CalibrateDeviation.self, AcceptCalibration.self,
      RollbackCalibration.self,
    ],
    defaultSubcommand: CalibrateMagnetometer.self)
}
