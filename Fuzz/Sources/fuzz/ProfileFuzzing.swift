import Foundation
import HeadingStorage

/// Calibration profiles from elsewhere.
enum ProfileFuzzing {
  static func take(_ bytes: [UInt8]) {
    guard let profile = try? CalibrationProfile(content: Data(bytes), path: "fuzz.json") else {
      return
    }
    let parameters = profile.parameters
    guard parameters.hardIron.isFinite, parameters.softIron.isFinite else {
      fatalError("a profile with numbers that are none was taken")
    }
  }
}
