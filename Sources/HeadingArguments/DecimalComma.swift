import FoundationEssentials

/// Numbers typed with a decimal comma.
package enum DecimalComma {
  /// The number with a decimal point; `nil` if the text is not a number with one comma.
  package static func pointed(_ text: some StringProtocol) -> String? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, let whole = parts.first, let fraction = parts.last,
      !fraction.isEmpty, fraction.allSatisfy({ $0.isASCII && $0.isNumber }),
      Int(whole) != nil
    else { return nil }
    return "\(whole).\(fraction)"
  }

  /// Correction of the value that a parser's message rejects; `nil` if that is no such number.
  static func remedy(_ message: String) -> String? {
    guard message.contains("invalid"),
      let start = message.firstRange(of: "The value '")?.upperBound,
      let end = message[start...].firstIndex(of: "'")
    else { return nil }
    return pointed(message[start..<end]).map { "Write a point: \($0)." }
  }
}
