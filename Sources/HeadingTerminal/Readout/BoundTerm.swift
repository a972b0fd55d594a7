import HeadingProtocol
import HeadingSensing

/// One term of a heading's accuracy bound, with advice.
struct BoundTerm: Sendable, Hashable {
  /// Name in the protocol.
  var name: String
  /// Size at 68 %, degrees.
  var degrees: Double
  /// Cause of the error and how to reduce it.
  var advice: String

  /// Name in text.
  var title: String { name.replacing("_", with: " ") }

  /// Returns the terms of an update's bound, largest first; empty if it has none.
  static func list(of message: SolutionMessage) -> [BoundTerm] {
    guard let terms = message.errorTerms else { return [] }
    let isUncalibrated = message.knownReasons.contains(.uncalibrated)
    var list = [
      BoundTerm(
        name: "noise", degrees: terms.noise,
        advice: "Sensor noise and small variations of the field. Turn the device for some seconds "
          + "to average them."),
      BoundTerm(
        name: "gyroscope_hold", degrees: terms.gyroscopeHold,
        advice: "The field does not confirm the heading; the gyroscope holds it and drifts. Move "
          + "away from magnetic disturbances."),
      BoundTerm(
        name: "calibration", degrees: terms.calibration,
        advice: isUncalibrated
          ? "The magnetometer is not calibrated. Run compass calibrate, or give a profile with --profile."
          : "Hard and soft iron that the calibration leaves. Turn the device about all axes, or "
            + "calibrate it again where it is used."),
      BoundTerm(
        name: "disturbance", degrees: terms.disturbance,
        advice: "The field differs from the local one. Move away from magnets, motors, speakers, "
          + "steel and cables that carry current."),
      BoundTerm(
        name: "local_field", degrees: terms.localField,
        advice:
          "Buildings and rock deflect the field, which no magnetometer can detect. Measure outdoors, "
          + "away from steel."),
      BoundTerm(
        name: "tilt", degrees: terms.tilt,
        advice:
          "A tilt error projects the field's vertical component into the heading. Hold the "
          + "device still, or calibrate the accelerometer."),
    ]
    if let declination = terms.declination {
      list.append(
        BoundTerm(
          name: "declination", degrees: declination,
          advice: "The magnetic model's uncertainty at this position. The magnetic heading does "
            + "not have it."))
    }
    return list.sorted { $0.degrees > $1.degrees }
  }
}
