/// A source of a recording's rows, in the order of the file.
public protocol RecordingRowSource {
  /// The next row; `nil` at the end.
  mutating func next() -> RecordingRow?
}
