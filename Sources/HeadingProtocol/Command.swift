/// A question to the server, or an order; it answers with one line.
public struct Command: Sendable, Hashable, Codable {
  /// What is wanted.
  public enum Name: String, Sendable, Hashable, CaseIterable, Codable {
    /// How the service does: ``StatusMessage``.
    case status

    /// The calibration in force: ``CalibrationMessage``.
    case calibration

    /// The calibration profiles that are kept: ``ProfilesMessage``.
    case profiles

    /// Puts a kept profile into force; needs the right to control. Answered like ``calibration``.
    case useProfile = "use_profile"

    /// Puts the calibration that was found while running into force; needs the right to control. Answered
    /// like ``calibration``.
    case acceptCalibration = "accept_calibration"

    /// Puts the calibration before into force again; needs the right to control. Answered like
    /// ``calibration``.
    case rollbackCalibration = "rollback_calibration"
  }

  /// `command`.
  public var kind: String

  /// What is wanted, see ``Name``; a text, so that a server can say which it does not know.
  public var command: String

  /// The name of a kept profile, for ``Name/useProfile``.
  public var profile: String?

  /// What is wanted; `nil` if this code does not know it.
  public var name: Name? { Name(rawValue: command) }

  /// Makes a command.
  public init(_ command: Name, profile: String? = nil) {
    kind = LineClass.command.rawValue
    self.command = command.rawValue
    self.profile = profile
  }

  enum CodingKeys: String, CodingKey {
    case kind = "class"
    case command
    case profile
  }
}
