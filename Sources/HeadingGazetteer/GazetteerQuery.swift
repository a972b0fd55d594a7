/// The words of a query, in parts that commas and lines separate.
struct GazetteerQuery {
  /// The longest query that is read, bytes; a longer one finds nothing.
  static let longest = 800

  /// The most words of a text without commas that are tried as name and state.
  static let mostWords = 8

  /// The folded parts, in the order of the text; without postal codes.
  let parts: [String]

  init(_ text: String) {
    let separators: Set<Character> = [",", "\n", ";", "、", "，", "،"]
    guard text.utf8.count <= Self.longest else {
      parts = []
      return
    }
    parts = text.split(whereSeparator: separators.contains)
      .map { NameFolding.fold(String($0)) }
      .compactMap(Self.withoutPostalCode)
      .filter { !$0.isEmpty }
  }

  /// Returns a part without words that are postal codes at its ends; `nil` if nothing remains.
  private static func withoutPostalCode(_ part: String) -> String? {
    var words = part.split(separator: " ")
    while let last = words.last, isPostalCode(last) { words.removeLast() }
    while let first = words.first, isPostalCode(first) { words.removeFirst() }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  /// Whether a word is a number of at least four digits, which is longer than a house number.
  private static func isPostalCode(_ word: Substring) -> Bool {
    (4...7).contains(word.count) && word.allSatisfy { $0.isASCII && $0.isNumber }
  }

  /// The ways to read the text: the name that is looked for, and what narrows it.
  ///
  /// With commas the smallest comes first or last; without, words at the end or at the beginning
  /// may be the state or the country.
  var readings: [(name: String, context: [String])] {
    guard let first = parts.first, let last = parts.last else { return [] }
    var readings = [(first, Array(parts.dropFirst()))]
    if parts.count > 1 { readings.append((last, Array(parts.dropLast()))) }
    let words = last.split(separator: " ").map(String.init)
    guard words.count <= Self.mostWords, parts.count <= Self.mostWords else {
      return readings.map { (name: $0.0, context: $0.1) }
    }
    if parts.count == 1 {
      for count in stride(from: words.count - 1, to: 0, by: -1) {
        let head = words.prefix(count).joined(separator: " ")
        let tail = words.suffix(words.count - count).joined(separator: " ")
        readings.append((head, [tail]))
      }
      for count in stride(from: 1, to: words.count, by: 1) {
        let head = words.prefix(count).joined(separator: " ")
        let tail = words.suffix(words.count - count).joined(separator: " ")
        readings.append((tail, [head]))
      }
    } else {
      let name = Array(parts.dropFirst().dropLast())
      for count in 1..<max(1, words.count) {
        let head = words.prefix(count).joined(separator: " ")
        let tail = words.suffix(words.count - count).joined(separator: " ")
        readings.append((first, name + [head, tail]))
      }
    }
    return readings.map { (name: $0.0, context: $0.1) }
  }

  /// Whether a name has a number, as a street has; no place is guessed for it.
  static func hasNumber(_ name: String) -> Bool { name.contains { $0.isNumber } }

  /// Returns a name and its other spellings, best first.
  static func spellings(_ name: String) -> [String] {
    var result = [name]
    if let latin = NameFolding.latin(name) { result.append(latin) }
    for suffix in ["특별자치시", "특별시", "광역시", "시", "군", "구"]
    where name.hasSuffix(suffix) && name.count > suffix.count + 1 {
      result.append(String(name.dropLast(suffix.count)))
    }
    for (long, short) in [("ae", "a"), ("oe", "o"), ("ue", "u")] where name.contains(long) {
      result.append(name.replacing(long, with: short))
    }
    for (short, long) in [("st ", "saint "), ("ste ", "sainte "), ("mt ", "mount ")]
    where name.hasPrefix(short) {
      result.append(long + name.dropFirst(short.count))
    }
    var known: Set<String> = []
    return result.filter { known.insert($0).inserted }
  }
}
