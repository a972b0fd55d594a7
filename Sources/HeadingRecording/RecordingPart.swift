/// First message of a file: its position in a run of the recorder, which splits recordings into
/// files.
public struct RecordingPart: Sendable, Hashable, Codable {
  /// The message topic.
  public static let topic = "/part"

  /// Identifier of the recorder's run.
  public var run: String

  /// Number of the file in its folder.
  public var number: Int

  /// Whether the events continue those of the preceding file without a gap.
  public var continues: Bool

  /// Creates a part.
  public init(run: String, number: Int, continues: Bool) {
    self.run = run
    self.number = number
    self.continues = continues
  }

  /// Whether this part continues another one.
  func follows(_ other: RecordingPart?) -> Bool {
    guard let other, continues else { return false }
    return run == other.run && number == other.number &+ 1
  }
}
