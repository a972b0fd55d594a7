import HeadingGeometry

/// The numbers of one line by column, in reusable storage.
struct RecordingCells {
  typealias Column = RecordingColumns.Column

  private var numbers = [Double](repeating: 0, count: Column.allCases.count)

  /// One bit per column, 1 for a number: NaN may be a value in the file.
  private var isThere: UInt32 = 0

  subscript(column: Column) -> Double? {
    isThere & (1 << column.rawValue) == 0 ? nil : numbers[column.rawValue]
  }

  mutating func set(_ column: Column, to number: Double) {
    numbers[column.rawValue] = number
    isThere |= 1 << column.rawValue
  }

  /// Clears all columns.
  mutating func clear() { isThere = 0 }

  func finite(_ column: Column) -> Double? { self[column].flatMap { $0.isFinite ? $0 : nil } }

  func vector(_ x: Column, _ y: Column, _ z: Column) -> Vector3? {
    guard let x = self[x], let y = self[y], let z = self[z] else { return nil }
    return Vector3(x, y, z)
  }
}
