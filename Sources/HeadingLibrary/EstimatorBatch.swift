public import CHeading
import HeadingEstimation
import HeadingGeometry
import HeadingSensing

/// `heading_estimator_batch`.
@_cdecl("heading_estimator_batch")
public func addBatch(
  _ estimator: OpaquePointer?, _ batch: UnsafePointer<heading_batch>?
) -> Int32 {
  unsafe withEstimator(estimator) { state in
    guard let batch = unsafe batch else { return .null }
    return unsafe heading_batch.checked(batch) { batch in
      unsafe batch.run(&state)
      return .ok
    }
  }
}

extension heading_batch {
  /// Rows whose arrays fit into an address space.
  static let largestCount = Int.max / 64

  /// Runs a function on a caller's batch; the error if it is not one.
  static func checked(
    _ given: UnsafePointer<heading_batch>, _ body: (heading_batch) -> Outcome
  ) -> Outcome {
    // The first version ended before the biases.
    let least = unsafe MemoryLayout<heading_batch>.size - 3 * MemoryLayout<Int>.size
    guard let batch = unsafe SizedStruct.read(given, standard: heading_batch(), least: least),
      unsafe batch.count >= 0, unsafe batch.count <= largestCount
    else { return .size }
    guard unsafe batch.times != nil || batch.hasTimes else { return .value }
    guard
      unsafe batch.count == 0 || batch.rates != nil || batch.forces != nil || batch.fields != nil
    else { return .null }
    return unsafe body(batch)
  }

  /// The time of a row.
  func time(of row: Int) -> Int64 { unsafe times?[row] ?? start + Int64(row) * step }

  /// Whether the times of all rows fit into 64 bits.
  var hasTimes: Bool {
    let rows = unsafe Int64(max(count - 1, 0))
    let (span, tooFar) = unsafe step.multipliedReportingOverflow(by: rows)
    return unsafe !tooFar && !start.addingReportingOverflow(span).overflow
  }

  /// Whether an output beside the attitude is wanted: the whole estimate costs more than the attitude.
  private var wantsBounds: Bool {
    unsafe headings != nil || bounds_68 != nil || bounds_95 != nil || reasons != nil
      || biases != nil || bias_accuracies != nil || flags != nil
  }

  /// Adds all rows and writes the estimate after each.
  func run(_ state: inout OrientationEstimator) {
    let wantsBounds = unsafe wantsBounds
    for row in unsafe 0..<count {
      let time = unsafe time(of: row)
      if let rate = unsafe sample(rates, row, time) { state.update(angularRate: rate) }
      if let force = unsafe sample(forces, row, time) { state.update(acceleration: force) }
      if let field = unsafe sample(fields, row, time) { state.update(magneticField: field) }
      if wantsBounds {
        unsafe write(state.estimate, row)
      } else if let attitudes = unsafe attitudes {
        unsafe store(state.isInitialized ? state.attitude : nil, in: attitudes, row)
      }
    }
  }

  /// The sample of a row; `nil` if there is none.
  @inline(__always)
  func sample(_ values: UnsafePointer<Double>?, _ row: Int, _ time: Int64) -> VectorSample? {
    guard let values = unsafe values else { return nil }
    let sample = unsafe VectorSample(at: time, values + 3 * row)
    return sample.value.isAbsent ? nil : sample
  }

  private func write(_ estimate: OrientationEstimate, _ row: Int) {
    if let attitudes = unsafe attitudes {
      unsafe store(estimate.isInitialized ? estimate.attitude : nil, in: attitudes, row)
    }
    if let headings = unsafe headings { unsafe headings[row] = estimate.heading.orNaN }
    if let bounds = unsafe bounds_68 { unsafe bounds[row] = estimate.heading68.degrees }
    if let bounds = unsafe bounds_95 { unsafe bounds[row] = estimate.heading95.degrees }
    if let reasons = unsafe reasons { unsafe reasons[row] = estimate.reasons.rawValue }
    if let biases = unsafe biases {
      let place = unsafe biases + 3 * row
      unsafe (place[0], place[1], place[2]) = estimate.gyroscopeBias.tuple
    }
    if let deviations = unsafe bias_accuracies {
      unsafe deviations[row] = estimate.gyroscopeBiasAccuracy
    }
    if let flags = unsafe flags {
      unsafe flags[row] =
        (estimate.isAtRest ? 1 : 0) | (estimate.isDisturbed ? 2 : 0)
        | (estimate.isInitialized ? 4 : 0) | (estimate.hasNorth ? 8 : 0)
    }
  }

  /// Writes an attitude, or NaN, in a row of a table.
  @inline(__always)
  func store(_ attitude: Quaternion?, in target: UnsafeMutablePointer<Double>, _ row: Int) {
    let numbers = attitude?.tuple ?? (.nan, .nan, .nan, .nan)
    let place = unsafe target + 4 * row
    unsafe (place[0], place[1], place[2], place[3]) = numbers
  }
}
