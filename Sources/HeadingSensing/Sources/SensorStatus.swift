/// A change of a sensor's state, reported by its source.
public struct SensorStatus: Sendable, Hashable {
  /// The state of a sensor.
  public enum State: UInt8, Sendable, Hashable, CaseIterable {
    /// Found and being read.
    case present

    /// Never found, or unplugged.
    case absent

    /// Found, but without usable samples (silent, stuck, refused by the driver, no fix).
    case failed

    /// Delivered before, but is silent for longer than its longest interval.
    case silent

    /// Delivers, but is not used: its orientation in the body is unknown, because its mount matrix
    /// was refused.
    case misaligned

    /// The name on the wire.
    public var name: String {
      switch self {
      case .present: "present"
      case .absent: "absent"
      case .failed: "failed"
      case .silent: "silent"
      case .misaligned: "misaligned"
      }
    }
  }

  /// When it changed.
  public var time: BootTime

  /// The sensor.
  public var sensor: SensorKind

  /// Its new state.
  public var state: State

  /// Whether the sensor was lost: what delivers next may be another one at its place.
  public var isLoss: Bool { state == .absent || state == .failed }

  /// Creates a status.
  public init(time: BootTime, sensor: SensorKind, state: State) {
    self.time = time
    self.sensor = sensor
    self.state = state
  }
}
