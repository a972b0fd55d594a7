public import HeadingSimulation

/// What takes the place of sensors that are not there: the one rule for all programs.
///
/// A simulated hat only where a person sees it at once and has asked for nothing else; a program or a
/// file that reads on would not know.
public enum SensorAbsence: Sendable {
  /// Nothing: the program ends, and says why.
  case isAnError

  /// Nothing yet: they are waited for.
  case isWaitedFor

  /// A simulated hat, which says so.
  case isSimulated(Scenario)

  /// The rule for a program that shows headings.
  ///
  /// - Parameters:
  ///   - isTerminal: Whether it writes to a terminal.
  ///   - arguments: What the user has typed after the program's name.
  ///   - scenario: What is simulated.
  public init(onTerminal isTerminal: Bool, arguments: some Collection<String>, scenario: Scenario) {
    self = isTerminal && arguments.isEmpty ? .isSimulated(scenario) : .isAnError
  }
}
