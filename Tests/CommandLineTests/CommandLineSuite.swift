import Testing

/// The programs as a user runs them; one test at a time, for each starts processes.
@Suite(.serialized, .timeLimit(.minutes(5)))
enum CommandLineSuite {}
