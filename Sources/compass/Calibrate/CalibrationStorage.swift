import ArgumentParser
import FoundationEssentials
import HeadingArguments
import HeadingSensing
import HeadingStorage

/// Stores a new calibration in a file, or in the store under the sensor's name.
struct CalibrationStorage {
  /// The result of storing.
  struct Stored {
    var path: String
    var sentence: String
    /// The profile now used for a sensor; `nil` if it was written to a file.
    var used: (profile: CalibrationProfile, sensor: String)?

    /// Makes a running daemon use the profile, and reports the result.
    func reachDaemon() async {
      if let used { await DaemonUpdate.report(used.profile, for: used.sensor) }
    }
  }

  private let sensor: SensorIdentity?
  private let isSimulated: Bool
  private let output: String?
  private let replacement: ProfileReplacement
  private let date: UniversalTime?

  /// Fails before the calibration starts if its result could not be stored.
  init(
    _ opened: SensorOptions.Uncalibrated, output: String?, replacement: ProfileReplacement
  ) throws {
    self.replacement = replacement
    date = opened.date
    sensor = opened.sensor
    isSimulated = opened.isSimulated
    self.output = output
    try Self.checkWritable(output)
    guard sensor != nil || output != nil else {
      throw Failure.exit(
        ExitStatus.configuration,
        "no magnetometer with a name was found to store a profile for; see `compass devices`, or "
          + "give --output FILE.")
    }
  }

  /// Fails if a file could not be written, before somebody turns the device for it.
  static func checkWritable(_ output: String?) throws {
    guard let output else { return }
    do {
      try AtomicFile.checkWritable(URL(fileURLWithPath: output))
    } catch {
      throw Failure.writing(output, error)
    }
  }

  /// Stores a profile unless it is worse than the one it would replace.
  ///
  /// One that cannot be written is printed on standard error, so that the work is not lost.
  func store(_ profile: CalibrationProfile) throws -> Stored {
    var profile = profile
    profile.isSimulated = profile.isSimulated || isSimulated
    profile.sensor = sensor
    return try ProfileStoreOption.checked {
      do {
        return try write(profile)
      } catch let error as ProfileError {
        if case .unwritable = error, let content = try? profile.content() {
          StandardStreams.writeError(
            Data("compass: the calibration is not lost: save this as a file\n".utf8) + content)
        }
        throw error
      }
    }
  }

  private func write(_ profile: CalibrationProfile) throws -> Stored {
    if let output {
      try replacement.check(profile, over: output)
      try profile.write(to: URL(fileURLWithPath: output))
      return Stored(path: output, sentence: "written to \(output)")
    }
    guard let sensor else { throw ExitStatus.configuration }
    let store = ProfileStore(environment: ProcessInfo.processInfo.environment)
    let kept = try? store.profile(for: sensor, date: date)?.profile
    try replacement.check(profile, replacing: kept, named: "the one in use")
    let revision = try store.save(profile, for: sensor)
    return Stored(
      path: revision.url.path,
      sentence: "\(sensor.text): revision \(revision.number) is in use",
      used: (profile, sensor.text))
  }
}
