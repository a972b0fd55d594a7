/// A speed through the water, of a log.
public struct WaterSpeedSample: Sendable, Hashable {
  /// How the log measures; the raw values are those of NMEA 2000.
  public enum Source: UInt8, Sendable, Hashable, CaseIterable {
    /// A wheel in the stream; it does not tell ahead from astern.
    case paddleWheel = 0

    /// The stream's pressure.
    case pitotTube = 1

    /// The frequency of an echo.
    case doppler = 2

    /// The correlation of two echoes.
    case correlation = 3

    /// The voltage across the stream.
    case electromagnetic = 4

    /// Not stated.
    case unknown = 255

    /// The name in recordings.
    public var name: String {
      switch self {
      case .paddleWheel: "paddle_wheel"
      case .pitotTube: "pitot_tube"
      case .doppler: "doppler"
      case .correlation: "correlation"
      case .electromagnetic: "electromagnetic"
      case .unknown: "unknown"
      }
    }
  }

  /// Time of validity.
  public var time: BootTime

  /// Speed along the body's forward axis through the water, m/s; of most logs without the sign.
  public var value: Double

  /// How it was measured.
  public var source: Source

  /// Creates a sample.
  public init(time: BootTime, value: Double, source: Source = .unknown) {
    self.time = time
    self.value = value
    self.source = source
  }
}
