import FoundationEssentials
import Geomagnetism
import HeadingArguments
import HeadingCalibration
import HeadingEngine
import HeadingGeometry
import HeadingRecording
import HeadingSensing
import HeadingSystem

/// Calibrates a recording without profile by its own samples.
enum SelfCalibration {
  /// Largest number of samples, to bound memory: five minutes at 50 Hz; longer recordings are
  /// thinned.
  private static let largestCount = 16 * 1024

  /// Tests whether the recorded field is calibrated, and reports the result.
  ///
  /// - Returns: The calibration to apply; `nil` if the field needs none.
  static func of(
    _ reader: RecordingReader, named file: String, place: PlaceOptions, model: MagneticModel
  ) -> CalibrationParameters? {
    guard reader.hasMagneticField else { return nil }
    var reader = reader
    let recording = RecordingSamples(&reader, atMost: largestCount)
    let origin = RecordingCalibration.Origin(of: recording, place: place)
    let field = RecordedField(recording, knowledge: origin.knowledge(model: model))
    guard field.isUncalibrated else { return nil }
    let result = field.result
    let misfit = result.currentHeldOutError ?? 0
    let error = result.predictedHeadingError.level.degrees
    let found =
      "the recorded field differs from the Earth's by \(microtesla(misfit)) as the device turns, because "
      + "of hard and soft iron"
    guard let coordinate = origin.coordinate else {
      StandardStreams.writeError(
        Data(
          """
          compass: \(file): \(found). No place is known, so the iron is estimated as the device turns: give \
          --latitude and --longitude or a profile of `compass calibrate --from` for a heading from the start, or \
          --calibrated if it is.\n
          """.utf8))
      var uncalibrated = CalibrationParameters()
      uncalibrated.headingError = HeadingEngine.uncalibratedError
      return uncalibrated
    }
    StandardStreams.writeError(
      Data(
        """
        compass: \(file): \(found); calibrated by the recording itself, \(microtesla(result.parameters.hardIron.length)) of hard iron, heading error \
        \(PrintfText.text("%.1f", error))° predicted. --calibrated uses it as recorded.\n
        """.utf8))
    var parameters = result.parameters
    parameters.origin.created = origin.date
    parameters.origin.coordinate = coordinate
    parameters.origin.fieldStrength = result.fieldStrength
    parameters.origin.inclination = result.inclination
    parameters.origin.temperatures = recording.temperatures
    return parameters
  }

  private static func microtesla(_ value: Double) -> String {
    PrintfText.text("%.1f µT", value / PhysicalConstants.microtesla)
  }
}
