import Testing

@testable import HeadingTerminal

struct CompassRoseTests {
  private func card(_ heading: Double?) -> [[Character]] {
    let rose = CompassRose(rows: 21, columns: 43)
    var canvas = TextCanvas(width: rose.width, height: rose.height)
    rose.draw(
      on: &canvas, column: 0, row: 0, heading: heading, north: "true",
      style: TerminalStyle(usesColor: false, usesUnicode: false))
    return canvas.lines(usesColor: false).map { line in
      Array(line) + Array(repeating: " ", count: rose.width - line.count)
    }
  }

  /// Where a lone letter stands: column and row from the centre.
  private func place(of letter: Character, in card: [[Character]]) -> (Int, Int)? {
    for (row, line) in card.enumerated() {
      for (column, character) in line.enumerated() where character == letter {
        let left = column > 0 ? line[column - 1] : " "
        let right = column + 1 < line.count ? line[column + 1] : " "
        if !left.isLetter && !right.isLetter { return (column - 21, row - 10) }
      }
    }
    return nil
  }

  @Test(
    arguments: [
      // What is at the top is where the device points: heading east, north is at the left.
      (0.0, 0, -9), (90, -18, 0), (180, 0, 9), (270, 18, 0), (360, 0, -9),
    ] as [(Double, Int, Int)])
  func `north is drawn in its direction relative to the device`(
    heading: Double, column: Int, row: Int
  ) {
    guard let (x, y) = place(of: "N", in: card(heading)) else {
      Issue.record("no N")
      return
    }
    #expect(abs(x - column) <= 1 && abs(y - row) <= 1, "\(x), \(y)")
  }

  @Test func `the lubber line is at the top and the card is complete`() {
    let card = card(45)
    #expect(card[0][21] == "V")
    for letter in ["N", "E", "S", "W"] as [Character] {
      #expect(place(of: letter, in: card) != nil, "\(letter)")
    }
  }

  @Test(
    arguments: [
      (0.0, "000"), (7.4, "007"), (99.5, "100"), (359.4, "359"), (359.6, "000"), (360, "000"),
      (-1, "359"), (-725, "355"), (1e300, ""),
    ] as [(Double, String)])
  func `a heading has three digits`(heading: Double, digits: String) {
    let text = CompassRose.threeDigits(heading)
    #expect(text.count == 3)
    if heading < 1e18 { #expect(text == digits) }
  }

  @Test func `a rose without heading has no letters and shows dashes`() {
    #expect(CompassRose.threeDigits(.nan) == "---")
    #expect(place(of: "N", in: card(nil)) == nil)
  }

  @Test(arguments: [
    (5, 200, 13), (13, 200, 13), (14, 200, 13), (20, 200, 19), (55, 200, 55), (55, 60, 29),
    (40, 10, 13),
  ])
  func `the rose has an odd height and fills its space`(rows: Int, columns: Int, height: Int) {
    #expect(CompassRose(rows: rows, columns: columns).height == height)
  }

  @Test(arguments: [13, 19, 35, 55])
  func `digits of every size name their north reference`(rows: Int) {
    let rose = CompassRose(rows: rows, columns: 2 * rows + 1)
    for north in ["true", "magnetic"] {
      var canvas = TextCanvas(width: rose.width, height: rose.height)
      rose.draw(
        on: &canvas, column: 0, row: 0, heading: 38, north: north,
        style: TerminalStyle(usesColor: false, usesUnicode: false))
      let lines = canvas.lines(usesColor: false)
      #expect(lines.contains { $0.contains(north) })
      #expect(lines.filter { $0.contains("#") }.count >= 5)
    }
  }
}
