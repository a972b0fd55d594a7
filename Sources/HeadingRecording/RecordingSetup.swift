/// What was read, and how, while events were recorded: for people, and to find the same models again.
public struct RecordingSetup: Sendable, Hashable, Codable {
  /// What the service was told.
  public struct Configuration: Sendable, Hashable, Codable {
    /// The configuration file's text.
    public var yaml: String

    /// The environment variables that replace values of it.
    public var environment: [String: String]

    /// The program's arguments.
    public var arguments: [String]

    /// Makes a configuration.
    public init(yaml: String, environment: [String: String], arguments: [String]) {
      self.yaml = yaml
      self.environment = environment
      self.arguments = arguments
    }
  }

  /// Where the setup stands in a file.
  public static let topic = "/setup"

  /// What the sensors are called, such as `local:`.
  public var source: String

  /// Whether they, or the fixes of a receiver, are simulated; written again when a source says so, and the event decides.
  public var simulated: Bool

  /// The magnetometer, as its profiles are named; `nil` if none was found.
  public var magnetometer: String?

  /// The mount matrix in force, row by row; `nil` without a magnetometer.
  public var mount: [Double]?

  /// The magnetic model's name, such as `WMM-2025`.
  public var model: String

  /// Whether there was a geoid.
  public var geoid: Bool

  /// What the service was told; `nil` for a recording that no service made.
  public var configuration: Configuration?

  /// Makes a setup without a magnetometer.
  public init(source: String, simulated: Bool, model: String, geoid: Bool) {
    self.source = source
    self.simulated = simulated
    self.model = model
    self.geoid = geoid
  }
}
