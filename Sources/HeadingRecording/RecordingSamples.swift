public import HeadingCalibration
public import HeadingGeometry
import HeadingReplay
public import HeadingSensing

/// A recording's calibration samples, with position, time and temperatures.
public struct RecordingSamples: Sendable {
  /// One sample for each new reading of the magnetometer, in order of the rows; see
  /// ``init(_:atMost:)``.
  public private(set) var samples: [CalibrationSample] = []

  /// The first position of the recording.
  public private(set) var coordinate: Coordinate?

  /// The first UTC of the recording.
  public private(set) var universalTime: UniversalTime?

  /// The temperatures, K; `nil` if there are none.
  public private(set) var temperatures: ClosedRange<Double>?

  /// Whether a row is simulated.
  public private(set) var isSimulated = false

  /// Length of the blocks in which samples are decimated: the gyroscope connects only consecutive
  /// samples.
  private static let stretch = 1024

  /// Reads a recording to its end.
  ///
  /// - Parameters:
  ///   - reader: A reader at its first row; it keeps the row counts.
  ///   - limit: Approximate number of samples; longer recordings are reduced to evenly spread
  ///     blocks.
  public init(_ reader: inout RecordingReader, atMost limit: Int = .max) {
    var sampler = CalibrationSampler()
    var (offered, spacing) = (0, 1)
    while let row = reader.next() {
      let time = row.time
      if row.isSimulated { isSimulated = true }
      if coordinate == nil { coordinate = row.fix?.coordinate }
      if universalTime == nil { universalTime = row.universalTime }
      if let fix = row.fix { _ = sampler.process(.fix(fix)) }
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
        if offered / Self.stretch % spacing == 0 { samples.append(sample) }
        offered += 1
        if samples.count >= limit, samples.count.isMultiple(of: 2 * Self.stretch) {
          spacing *= 2
          samples = samples.enumerated().filter { $0.offset / Self.stretch % 2 == 0 }.map(\.element)
        }
      }
    }
  }
}
