public import CHeading
import HeadingEstimation
import HeadingGeometry
import HeadingSensing

/// `heading_smooth`.
@_cdecl("heading_smooth")
public func smooth(
  _ parameters: UnsafePointer<heading_parameters>?, _ batch: UnsafePointer<heading_batch>?
) -> Int32 {
  guard let batch = unsafe batch else { return Outcome.null.rawValue }
  return unsafe OrientationParameters.given(parameters) { parameters in
    unsafe heading_batch.checked(batch) { batch in
      guard unsafe batch.reasons == nil && batch.biases == nil && batch.bias_accuracies == nil
      else { return .value }
      var smoother = OrientationSmoother(parameters: parameters)
      for row in unsafe 0..<batch.count {
        let time = unsafe batch.time(of: row)
        var samples = OrientationRow(time: BootTime(nanoseconds: time))
        samples.angularRate = unsafe batch.sample(batch.rates, row, time)?.value
        samples.acceleration = unsafe batch.sample(batch.forces, row, time)?.value
        samples.magneticField = unsafe batch.sample(batch.fields, row, time)?.value
        smoother.append(samples)
      }
      let smoothed = smoother.smoothed()
      for row in smoothed.indices { unsafe batch.write(smoothed[row], row) }
      return .ok
    }
  }.rawValue
}

extension heading_batch {
  /// Writes a smoothed orientation in a row.
  func write(_ orientation: SmoothedOrientation, _ row: Int) {
    let attitude = orientation.isInitialized ? orientation.attitude : nil
    if let attitudes = unsafe attitudes { unsafe store(attitude, in: attitudes, row) }
    if let headings = unsafe headings {
      unsafe headings[row] =
        (orientation.hasNorth ? attitude : nil).map { AttitudeAngles($0).heading.degrees }.orNaN
    }
    if let bounds = unsafe bounds_68 { unsafe bounds[row] = orientation.heading68.degrees }
    if let bounds = unsafe bounds_95 { unsafe bounds[row] = orientation.heading95.degrees }
    if let flags = unsafe flags {
      unsafe flags[row] = (orientation.isInitialized ? 4 : 0) | (orientation.hasNorth ? 8 : 0)
    }
  }
}
