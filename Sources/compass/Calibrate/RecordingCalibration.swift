import ArgumentParser
import FoundationEssentials
import Geomagnetism
import HeadingArguments
import HeadingCalibration
import HeadingGeometry
import HeadingProtocol
import HeadingRecording
import HeadingRuntime
import HeadingSensing
import HeadingStorage
import HeadingTerminal

/// `compass calibrate --from`: calibrates from a recording.
struct RecordingCalibration {
  /// The recording; `-` is standard input.
  let file: String

  let place: PlaceOptions
  let model: MagneticModel

  /// The path of the profile, written if the calibration is accepted.
  let output: String?

  /// Whether it may replace a better profile.
  let replacement: ProfileReplacement

  let json: Bool

  func run() throws {
    var reader = try NamedRecording.open(file, command: "calibrate")
    guard reader.hasMagneticField else {
      throw Failure.exit(
        ExitStatus.dataError,
        "\(file) has no magnetometer: its header names no mag_x, mag_y, mag_z; see compass help calibrate."
      )
    }
    let recording = RecordingSamples(&reader)
    try NamedRecording.report(reader, of: file, command: "calibrate")
    guard !recording.samples.isEmpty else {
      throw Failure.exit(
        ExitStatus.dataError,
        "\(file) has no samples of a magnetometer; see compass help calibrate.")
    }
    let origin = Origin(of: recording, place: place)
    let (coordinate, date) = (origin.coordinate, origin.date)
    let knowledge = origin.knowledge(model: model)
    let sensor = reader.setup?.magnetometer.flatMap { SensorIdentity(text: $0) }
    let result = MagneticCalibrator().fit(recording.samples, knowledge: knowledge)
    if result.isAccepted, let output {
      var profile = CalibrationProfile(result)
      profile.isSimulated = recording.isSimulated
      profile.created = date
      profile.place = coordinate
      profile.sensor = sensor
      profile.mount = Self.mount(of: reader.setup)
      profile.temperatures = recording.temperatures
      if knowledge.inclination != nil { profile.model = model.name }
      try replacement.check(profile, over: output)
      try ProfileStoreOption.checked { try profile.write(to: URL(fileURLWithPath: output)) }
    }
    let document = CalibrationDocument(result, isSimulated: recording.isSimulated)
    try StandardStreams.write(
      json ? try document.json() : Data(PlainText.lines(document.text).utf8))
    guard result.isAccepted else {
      throw Failure.exit(
        ExitStatus.refused,
        "no calibration from \(file), nothing is changed: "
          + ReasonList(
            result.reasons.advice, otherwise: "the samples give no calibration yet"
          ).text(separator: "; ") + ".")
    }
    StandardStreams.writeError(
      Data(
        "compass: \(Self.next(output, isNamed: sensor != nil))\n".utf8))
  }

  /// What was written, and the command that makes it the sensor's calibration.
  private static func next(_ output: String?, isNamed: Bool) -> String {
    let what =
      output.map { "the profile is written to \($0); to use it: " }
      ?? "nothing is stored: give --output FILE, then "
    return what + "compass profiles import \(output ?? "FILE")"
      + (isNamed
        ? ""
        : " --sensor NAME, as this recording does not name its sensor: `compass devices` does")
  }

  /// The magnetometer's mount matrix while the recording was made; `nil` if it is not recorded.
  private static func mount(of setup: RecordingSetup?) -> MountMatrix? {
    guard let values = setup?.mount, values.count == 9 else { return nil }
    func row(_ first: Int) -> Vector3 {
      Vector3(values[first], values[first + 1], values[first + 2])
    }
    return try? MountMatrix(Matrix3(rows: row(0), row(3), row(6)))
  }

  /// Position and date of a recording: the user's position and the recording's date have priority.
  struct Origin {
    let coordinate: Coordinate?
    let date: UniversalTime
    private let height: Double

    init(of recording: RecordingSamples, place: PlaceOptions) {
      coordinate = place.settings.fixedCoordinate ?? recording.coordinate
      date =
        recording.universalTime ?? place.universalTime
        ?? UniversalTime(secondsSince1970: Date().timeIntervalSince1970)
      height = place.altitude ?? 0
    }

    /// Returns the model's reference field; none if the date is outside the model's validity.
    func knowledge(model: MagneticModel) -> CalibrationPriors {
      do throws(MagneticModelError) {
        return try RecordingSamples.knowledge(
          at: coordinate, height: height, on: date, model: model)
      } catch {
        StandardStreams.writeError(
          Data("compass: the position is not used: \(error); give --date.\n".utf8))
        return CalibrationPriors()
      }
    }
  }
}
