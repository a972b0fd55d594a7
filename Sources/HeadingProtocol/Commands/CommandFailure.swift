/// Reason why a command failed; the connection stays open.
public struct CommandFailure: Error, Hashable, Codable {
  /// `failure`.
  public var kind: String

  /// The command.
  public var command: String

  /// One sentence for the user.
  public var reason: String

  /// The reason for programs: `access` if the client has no right to the command.
  public var code: String?

  /// The code of a client without the right to the command.
  public static let access = "access"

  /// Creates the line.
  public init(_ command: String, _ reason: String, code: String? = nil) {
    kind = LineClass.failure.rawValue
    self.command = command
    self.reason = reason
    self.code = code
  }

  /// Creates the line for a command.
  public init(_ command: Command, _ reason: String) { self.init(command.name.rawValue, reason) }

  enum CodingKeys: String, CodingKey {
    case kind = "class"
    case command
    case reason, code
  }

  /// Decodes the line; a code of another kind, of a later version, counts as none.
  public init(from decoder: any Decoder) throws {
    let line = try decoder.container(keyedBy: CodingKeys.self)
    kind = try line.decode(String.self, forKey: .kind)
    command = try line.decode(String.self, forKey: .command)
    reason = try line.decode(String.self, forKey: .reason)
    code = try? line.decode(String.self, forKey: .code)
  }
}
