/// Reason why a command failed; the connection stays open.
public struct CommandFailure: Error, Hashable, Codable {
  /// `failure`.
  public var kind: String

  /// The command.
  public var command: String

  /// One sentence for the user.
  public var reason: String

  /// Creates the line.
  public init(_ command: String, _ reason: String) {
    kind = LineClass.failure.rawValue
    self.command = command
    self.reason = reason
  }

  /// Creates the line for a command.
  public init(_ command: Command, _ reason: String) { self.init(command.name.rawValue, reason) }

  enum CodingKeys: String, CodingKey {
    case kind = "class"
    case command
    case reason
  }
}
