import HeadingCalibration
import HeadingGeometry
import HeadingSensing
package import HeadingStorage
import HeadingSystem

extension CalibrationProfile {
  /// Why this profile should not replace another one unless that is wanted; `nil` if it may.
  ///
  /// - Parameters:
  ///   - old: The profile that it would replace, if any.
  ///   - name: The name of the old one in the reason.
  /// - Returns: That its heading error is the larger one, in hundredths of a degree as shown.
  package func drawback(replacing old: CalibrationProfile?, named name: String) -> String? {
    guard let before = old?.parameters.headingError else { return nil }
    let after = parameters.headingError
    guard Self.shown(after ?? Angle(degrees: 180)) > Self.shown(before) else { return nil }
    return "this calibration's heading error is \(after.map(Self.text) ?? "not stated"), "
      + "that of \(name) is \(Self.text(before))"
  }

  /// Rounds to the displayed hundredths of a degree, so that values shown as equal are equal.
  private static func shown(_ angle: Angle) -> Double { (angle.degrees * 100).rounded() }

  private static func text(_ angle: Angle) -> String {
    PrintfText.text("±%.2f° level", angle.degrees)
  }
}
