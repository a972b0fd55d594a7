/// Splits a coefficient file into lines and words.
struct CoefficientLines {
  private let bytes: [UInt8]
  private var position = 0

  /// Number of the last line read, from 1.
  private(set) var line = 0

  /// Starts at the first line.
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The words of the next line that is not blank; `nil` at the end.
  mutating func next() -> [ArraySlice<UInt8>]? {
    while position < bytes.count {
      let end = bytes[position...].firstIndex(of: 0x0A) ?? bytes.count
      let words = bytes[position..<end].split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
      position = end + 1
      line += 1
      if !words.isEmpty { return words }
    }
    return nil
  }

  /// A word as a plain decimal number; no `nan`, `inf` or hexadecimal.
  static func number(_ word: ArraySlice<UInt8>) -> Double? {
    for byte in word {
      switch byte {
      case 0x30...0x39, 0x2B, 0x2D, 0x2E, 0x45, 0x65: continue
      default: return nil
      }
    }
    return Double(string(word))
  }

  /// A word as a whole number.
  static func integer(_ word: ArraySlice<UInt8>) -> Int? { Int(string(word)) }

  /// A word as text; bytes that are not UTF-8 are replaced.
  static func string(_ word: ArraySlice<UInt8>) -> String { String(decoding: word, as: UTF8.self) }
}
