/// A value as a bar with a number and a mark, which shows without colours whether it is in range.
struct GuideBar: Sendable, Hashable {
  /// The part of the bar that the value fills.
  enum Shape: Sendable, Hashable {
    /// From the left, 0 to 1, with a mark at each limit.
    case filled(Double, limits: [Double])
    /// From the middle, −1 to 1.
    case signed(Double)
  }

  var name: String
  var shape: Shape
  var text: String
  /// Whether the value is in range; `nil` if it has no range.
  var isGood: Bool?

  /// Width of the names, columns.
  static let nameColumns = 9

  init(_ name: String, _ shape: Shape, _ text: String, isGood: Bool? = nil) {
    self.name = name
    self.shape = shape
    self.text = text
    self.isGood = isGood
  }

  /// Makes the bar of a value that must not exceed a limit; the limit is in the middle.
  static func below(
    _ limit: Double, _ name: String, _ value: Double?, decimals: Int, unit: String
  ) -> GuideBar {
    let text =
      value.map {
        "\(NumberText.fixed($0, decimals)) of \(NumberText.fixed(limit, decimals)) \(unit)"
      }
      ?? "-"
    return GuideBar(
      name, .filled((value ?? 0) / limit / 2, limits: [0.5]), text,
      isGood: value.map { $0 <= limit })
  }

  var ink: TextCanvas.Ink {
    switch isGood {
    case nil: .plain
    case true?: .cyan
    case false?: .yellow
    }
  }

  /// Returns the number and the mark.
  func words(_ style: TerminalStyle) -> String {
    guard let isGood else { return text }
    return text + (isGood ? (style.usesUnicode ? " ✓" : " ok") : " !")
  }

  /// Draws the bar.
  func drawing(columns: Int, _ style: TerminalStyle) -> String {
    let (full, empty) = style.usesUnicode ? ("━", "╌") : ("=", "-")
    var cells = [String](repeating: empty, count: max(1, columns))
    let last = Double(cells.count - 1)
    func cell(_ share: Double) -> Int { Int((min(max(share, 0), 1) * last).rounded()) }
    switch shape {
    case .filled(let share, let limits):
      let count = share.isFinite ? Int((min(max(share, 0), 1) * (last + 1)).rounded()) : 0
      for index in 0..<count { cells[index] = full }
      for limit in limits { cells[cell(limit)] = style.usesUnicode ? "│" : "|" }
    case .signed(let value):
      let middle = cell(0.5)
      let end = value.isFinite ? cell((value + 1) / 2) : middle
      for index in min(middle, end)...max(middle, end) { cells[index] = full }
      cells[middle] = style.usesUnicode ? "┼" : "+"
    }
    return cells.joined()
  }
}
