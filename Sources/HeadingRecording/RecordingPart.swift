/// Which part of a run a file holds: its first message, where a recorder changes files while it goes on.
public struct RecordingPart: Sendable, Hashable, Codable {
  /// Where the part stands in a file.
  public static let topic = "/part"

  /// The same for all files of one run of the recorder.
  public var run: String

  /// Counts the files of a folder.
  public var number: Int

  /// Whether the run's events go on from the file numbered before, none missing.
  public var continues: Bool

  /// Makes a part.
  public init(run: String, number: Int, continues: Bool) {
    self.run = run
    self.number = number
    self.continues = continues
  }

  /// Whether this part's events come right after another's.
  func follows(_ other: RecordingPart?) -> Bool {
    guard let other, continues else { return false }
    return run == other.run && number == other.number &+ 1
  }
}
