public import CHeading
import Geomagnetism
import HeadingCalibration
import HeadingGeometry
import HeadingSensing

/// `heading_priors_none`.
@_cdecl("heading_priors_none")
public func writeNoPriors(_ priors: UnsafeMutablePointer<heading_priors>?) -> Int32 {
  unsafe SizedStruct.write(heading_priors.none, to: priors).rawValue
}

extension heading_priors {
  /// Nothing is known.
  static var none: heading_priors {
    var priors = heading_priors()
    priors.latitude = .nan
    priors.longitude = .nan
    priors.height = .nan
    priors.date_year = .nan
    priors.field_strength = .nan
    priors.field_inclination = .nan
    priors.heading = .nan
    priors.largest_error = .nan
    return priors
  }

  /// Fills what the fit knows; an error if it is not possible.
  func fill(
    _ knowledge: inout CalibrationPriors, _ options: inout MagneticCalibrator.Options
  ) -> Outcome {
    if !latitude.isNaN || !longitude.isNaN {
      guard let place = Coordinate(latitude: latitude, longitude: longitude) else { return .value }
      do throws(MagneticModelError) {
        let field = try MagneticModel.wmm2025.field(
          at: place, ellipsoidalHeight: height.known ?? 0, decimalYear: date_year)
        knowledge.fieldStrength = field.total
        knowledge.inclination = field.inclination
      } catch {
        return Outcome(error)
      }
    }
    if let strength = field_strength.known {
      guard strength > 0, strength < 1e-3 else { return .value }
      knowledge.fieldStrength = strength
    }
    if let inclination = field_inclination.known {
      guard abs(inclination) <= 90 else { return .value }
      knowledge.inclination = Angle(degrees: inclination)
    }
    if let heading = heading.known {
      guard heading.isFinite else { return .value }
      knowledge.heading = Angle(degrees: heading)
    }
    if let largest = largest_error.known {
      guard largest > 0, largest <= 180 else { return .value }
      options.largestHeadingError = Angle(degrees: largest)
    }
    switch accelerometer {
    case 0: knowledge.accelerometer = .unknown
    case 1: knowledge.accelerometer = .calibrated
    case -1: knowledge.accelerometer = .uncalibrated
    default: return .value
    }
    return .ok
  }
}

extension heading_calibration {
  /// The result in C.
  init(_ result: CalibrationResult) {
    self.init()
    reasons = UInt64(result.reasons.rawValue)
    accepted = result.isAccepted.number
    model = Int32(result.rung.rawValue)
    quality = Int32(result.quality.rawValue)
    for (index, motion) in CalibrationMotion.allCases.enumerated() where motion == result.nextMotion
    {
      next_motion = Int32(index)
    }
    soft_iron = result.parameters.softIron.tuple
    hard_iron = result.parameters.hardIron.tuple
    let prediction = result.predictedHeadingError
    error = prediction.level.degrees
    error_tilt_20 = prediction.tilt20.degrees
    error_tilt_45 = prediction.tilt45.degrees
    unsafe withUnsafeMutableBytes(of: &error_by_heading) { bytes in
      for index in 0..<36 {
        let value =
          index < prediction.byHeading.count ? prediction.byHeading[index].degrees : .nan
        unsafe bytes.storeBytes(
          of: value, toByteOffset: index * MemoryLayout<Double>.size, as: Double.self)
      }
    }
    field_strength = result.fieldStrength
    field_inclination = result.inclination.degrees
    held_out_error = result.heldOutError.orNaN
    noise = result.noise
    lag = result.lag.orNaN
    confidence = result.confidence
    coverage = result.coverage.fraction
    headings = result.coverage.headingFraction
    samples = UInt64(result.samplesUsed)
    outliers = UInt64(result.outliers)
  }
}
