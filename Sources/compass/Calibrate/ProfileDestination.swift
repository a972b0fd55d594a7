import ArgumentParser

/// Options for where a calibration stores its profile.
struct ProfileDestination: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write the profile to this file instead of storing it for the sensor.", valueName: "file"))
  var output: String?

  @OptionGroup var replacement: ProfileReplacement
}
