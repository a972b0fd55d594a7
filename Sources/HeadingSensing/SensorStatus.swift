/// A change in what can be expected of a sensor, told by its source.
public struct SensorStatus: Sendable, Hashable {
  /// What the source knows about the sensor.
  public enum State: UInt8, Sendable, Hashable, CaseIterable {
    /// Found and being read.
    case present

    /// Not there: never found, or unplugged.
    case absent

    /// There but delivering nothing usable (silent, stuck, refused by the driver, no fix).
    case failed

    /// There and delivering before, but nothing came for longer than it ever takes.
    case silent

    /// There and delivering, but not used: nothing tells how its axes lie in the body, as its mount matrix was refused.
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

  /// Which sensor.
  public var sensor: SensorKind

  /// Its new state.
  public var state: State

  /// Makes a status.
  public init(time: BootTime, sensor: SensorKind, state: State) {
    self.time = time
    self.sensor = sensor
    self.state = state
  }
}
