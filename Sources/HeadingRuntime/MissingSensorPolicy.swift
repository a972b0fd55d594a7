public import HeadingSimulation

/// What a program does without sensors; the same rule for all programs.
///
/// A simulation replaces them only in a terminal without other arguments, where the user sees it at
/// once; a program or file that processes the output could not tell.
public enum MissingSensorPolicy: Sendable {
  /// The program ends with an error.
  case isAnError

  /// The program waits for the sensors.
  case isWaitedFor

  /// A simulated hat, labelled as such, replaces them.
  case isSimulated(Scenario)

  /// Creates the rule for a program that shows headings.
  ///
  /// - Parameters:
  ///   - isTerminal: Whether standard output is a terminal.
  ///   - arguments: The user's command-line arguments.
  ///   - scenario: The scenario to simulate.
  public init(onTerminal isTerminal: Bool, arguments: some Collection<String>, scenario: Scenario) {
    self = isTerminal && arguments.isEmpty ? .isSimulated(scenario) : .isAnError
  }
}
