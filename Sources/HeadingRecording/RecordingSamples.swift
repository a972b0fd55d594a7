public import HeadingCalibration
public import HeadingGeometry
public import HeadingSensing

/// What a recording holds for a calibration: its magnetometer readings, and where and when they were made.
public struct RecordingSamples: Sendable {
  /// One sample for each new reading of the magnetometer, in order of the rows.
  public private(set) var samples: [CalibrationSample] = []

  /// Where the recording says that it began.
  public private(set) var coordinate: Coordinate?

  /// When the recording says that it began.
  public private(set) var universalTime: UniversalTime?

  /// The temperatures, K; `nil` if there are none.
  public private(set) var temperatures: ClosedRange<Double>?

  /// Reads a recording to its end.
  ///
  /// - Parameter reader: At its first row; afterwards it holds the counts of rows.
  public init(_ reader: inout RecordingReader) {
    var sampler = CalibrationSampler()
    while let row = reader.next() {
      let time = row.time
      if coordinate == nil { coordinate = row.fix?.coordinate }
      if universalTime == nil { universalTime = row.universalTime }
      if let force = row.acceleration {
        _ = sampler.process(.acceleration(VectorSample(time: time, value: force)))
      }
      if let rate = row.angularRate {
        _ = sampler.process(.angularRate(VectorSample(time: time, value: rate)))
      }
      if let temperature = row.temperature, temperature.isFinite {
        let known = temperatures ?? temperature...temperature
        temperatures =
          min(known.lowerBound, temperature)...max(known.upperBound, temperature)
        _ = sampler.process(
          .temperature(ScalarSample(time: time, value: temperature), of: .magnetometer))
      }
      if let load = row.load {
        _ = sampler.process(.load(ScalarSample(time: time, value: load)))
      }
      if let field = row.magneticField,
        let sample = sampler.process(.magneticField(VectorSample(time: time, value: field)))
      {
        samples.append(sample)
      }
    }
  }
}
