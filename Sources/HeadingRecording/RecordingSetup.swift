/// Configuration of a recording: for users, and to select the same models again.
public struct RecordingSetup: Sendable, Hashable, Codable {
  /// The service's configuration.
  public struct Configuration: Sendable, Hashable, Codable {
    /// The configuration file's text.
    public var yaml: String

    /// The environment variables that override its values.
    public var environment: [String: String]

    /// The program's arguments.
    public var arguments: [String]

    /// Creates a configuration.
    public init(yaml: String, environment: [String: String], arguments: [String]) {
      self.yaml = yaml
      self.environment = environment
      self.arguments = arguments
    }
  }

  /// The message topic.
  public static let topic = "/setup"

  /// Name of the sensor source, such as `local:`.
  public var source: String

  /// Whether sensors or fixes are simulated; events of the recording override it.
  public var simulated: Bool

  /// The magnetometer's identity, as in profile names; `nil` if there is none.
  public var magnetometer: String?

  /// The mount matrix, row by row; `nil` without a magnetometer.
  public var mount: [Double]?

  /// The magnetic model's name, such as `WMM-2025`.
  public var model: String

  /// Whether a geoid was available.
  public var geoid: Bool

  /// The service's configuration; `nil` for a recording of another program.
  public var configuration: Configuration?

  /// Creates a setup without a magnetometer.
  public init(source: String, simulated: Bool, model: String, geoid: Bool) {
    self.source = source
    self.simulated = simulated
    self.model = model
    self.geoid = geoid
  }
}
