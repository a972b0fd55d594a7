import Foundation

/// Folds names for comparison, as `packaging/gazetteer/folding.py` did for the names of the file.
package enum NameFolding {
  private static let special: [Unicode.Scalar: String] = [
    "ß": "ss", "ø": "o", "ł": "l", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d",
    "ħ": "h", "ŧ": "t", "ŋ": "n", "ĸ": "k", "ə": "e", "ς": "σ",
  ]
  private static let apostrophes: Set<Unicode.Scalar> = [
    "'", "’", "‘", "ʼ", "ʻ", "`", "´", "ʹ", "ʾ", "ʿ",
  ]

  /// Returns a name without case, accents and punctuation, its words separated by one space.
  package static func fold(_ text: String) -> String {
    if let simple = foldedASCII(text) { return simple }
    let decomposed = text.decomposedStringWithCompatibilityMapping.lowercased()
      .decomposedStringWithCompatibilityMapping
    var result = String.UnicodeScalarView()
    var gap = false
    func add(_ scalar: Unicode.Scalar) {
      if gap && !result.isEmpty { result.append(" ") }
      gap = false
      result.append(scalar)
    }
    for scalar in decomposed.unicodeScalars {
      if isIgnored(scalar.value) || apostrophes.contains(scalar) { continue }
      if let other = special[scalar] {
        other.unicodeScalars.forEach(add)
      } else if isWord(scalar) {
        add(scalar)
      } else {
        gap = true
      }
    }
    return String(result).precomposedStringWithCanonicalMapping
  }

  /// Returns the sequences of three characters of a folded name, whose ends are marked by `_`.
  static func trigrams(_ folded: String) -> [String] {
    let padded = ["_"] + folded.unicodeScalars.map { $0 == " " ? "_" : $0 } + ["_"]
    guard padded.count >= 3 else { return [] }
    return (0...padded.count - 3).map { start in
      var text = String.UnicodeScalarView()
      text.append(contentsOf: padded[start..<start + 3])
      return String(text)
    }
  }

  /// Returns a name in Latin script, folded; `nil` if it is already.
  static func latin(_ text: String) -> String? {
    guard text.unicodeScalars.contains(where: { $0.value >= 0x250 }) else { return nil }
    guard let transformed = text.applyingTransform(.toLatin, reverse: false) else { return nil }
    let folded = fold(transformed)
    return folded.isEmpty ? nil : folded
  }

  private static func foldedASCII(_ text: String) -> String? {
    var result: [UInt8] = []
    var gap = false
    for byte in text.utf8 {
      switch byte {
      case 0x80...: return nil
      case UInt8(ascii: "'"), UInt8(ascii: "`"): continue
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        if gap && !result.isEmpty { result.append(UInt8(ascii: " ")) }
        gap = false
        let isUpper = byte <= UInt8(ascii: "Z") && byte >= UInt8(ascii: "A")
        result.append(isUpper ? byte + 32 : byte)
      default: gap = true
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Whether a scalar is an accent of Latin, Greek or Cyrillic, or a vowel point of Hebrew or Arabic.
  private static func isIgnored(_ code: UInt32) -> Bool {
    switch code {
    case 0x300...0x36F, 0x591...0x5C7, 0x64B...0x65F, 0x640, 0x670, 0x200B...0x200F: true
    default: false
    }
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .nonspacingMark, .spacingMark:
      true
    default: false
    }
  }
}

/// Returns the number of typing errors between two names (letters wrong, missing, too many or
/// exchanged); `nil` if there are more than a limit.
func typingErrors(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar], limit: Int) -> Int? {
  guard abs(a.count - b.count) <= limit else { return nil }
  var beforeLast: [Int] = []
  var last = Array(0...b.count)
  for i in 0..<a.count {
    var row = [i + 1]
    row.reserveCapacity(b.count + 1)
    for j in 0..<b.count {
      var best = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
      if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] {
        best = min(best, beforeLast[j - 1] + 1)
      }
      row.append(best)
    }
    if row.allSatisfy({ $0 > limit }) { return nil }
    (beforeLast, last) = (last, row)
  }
  return last[b.count] <= limit ? last[b.count] : nil
}
