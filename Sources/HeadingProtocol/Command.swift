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

    /// What this client's program may know: ``AuthorizationMessage``.
    case authorization

    /// Asks this program's user for more; answered like ``authorization`` once that is decided.
    case requestAuthorization = "request_authorization"

    /// Registers what this program is to be started for, in the place of what it registered before:
    /// ``MonitoringMessage``.
    case monitor

    /// All decisions and open questions: ``AuthorizationListMessage``; needs the right to control, as do
    /// the following.
    case authorizations

    /// Decides about a program. Answered like ``authorizations``.
    case authorize

    /// Answers a program's question in its user's place. Answered like ``authorizations``.
    case answer

    /// Tells the vehicle's load at this moment; needs the right to control. Answered by ``LoadMessage``.
    case load
  }

  /// `command`.
  public var kind: String

  /// What is wanted, see ``Name``; a text, so that a server can say which it does not know.
  public var command: String

  /// The name of a kept profile, for ``Name/useProfile``.
  public var profile: String?

  /// What is asked for, for ``Name/requestAuthorization``: `when_in_use`, `always` or `full_accuracy`.
  public var wish: String?

  /// The key of the purpose in `Info.plist`, for full accuracy.
  public var purpose: String?

  /// The executable's path, for ``Name/authorize``.
  public var program: String?

  /// The user it runs as, by number; `nil` for the client's own.
  public var user: UInt32?

  /// What holds from now on, for ``Name/authorize``: `when_in_use`, `always`, `denied`, or
  /// `not_determined` to forget.
  public var grant: String?

  /// Whether places are blurred, for ``Name/authorize``.
  public var reducedAccuracy: Bool?

  /// The question's number, for ``Name/answer``.
  public var question: UInt64?

  /// `always`, `when_in_use`, `once` or `deny`, for ``Name/answer``.
  public var answer: String?

  /// The name of the registration that is replaced, for ``Name/monitor``; a program may have several.
  public var monitor: String?

  /// The circles whose crossings count, for ``Name/monitor``.
  public var regions: [MonitoredRegion]?

  /// Whether significant changes of the place count, for ``Name/monitor``.
  public var significantChanges: Bool?

  /// Whether visits count, for ``Name/monitor``.
  public var visits: Bool?

  /// The vehicle's load in its own unit, for ``Name/load``.
  public var value: Double?

  /// What is wanted; `nil` if this code does not know it.
  public var name: Name? { Name(rawValue: command) }

  /// Makes a command.
  public init(_ command: Name, profile: String? = nil, value: Double? = nil) {
    kind = LineClass.command.rawValue
    self.command = command.rawValue
    self.profile = profile
    self.value = value
  }

  enum CodingKeys: String, CodingKey {
    case kind = "class"
    case command
    case profile, value, wish, purpose, program, user, grant, question, answer, monitor, regions
    case visits
    case significantChanges = "significant_changes"
    case reducedAccuracy = "reduced_accuracy"
  }
}
