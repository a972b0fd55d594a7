/// The reason why a text is refused.
struct YAMLError: Error {
  /// What is wrong.
  let problem: String

  /// Line and column, from 1; `nil` if the whole text is meant.
  let position: (line: Int, column: Int)?
}
