/// Why a dialogue with an IIO server ends.
enum DialogueEnd: Error {
  /// One of the two hung up.
  case over

  /// The server's answer is none that the protocol has.
  case violation
}
