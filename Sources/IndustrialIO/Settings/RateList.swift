/// A driver's list of available values: numbers, or a range `[smallest step largest]`.
struct RateList: Hashable {
  /// Values or a range.
  private enum Content: Hashable {
    case values([Value])
    case range(ClosedRange<Double>, step: Double)
  }

  private struct Value: Hashable {
    let number: Double
    let text: String
  }

  private let content: Content

  /// Parses a `*_available` attribute; `nil` if it has no positive number.
  init?(_ text: String) {
    let isRange = text.first == "["
    let values = text.split { $0.isWhitespace || $0 == "[" || $0 == "]" || $0 == "," }
      .compactMap { word in
        Double(String(word)).flatMap { number in
          number.isFinite && number > 0 ? Value(number: number, text: String(word)) : nil
        }
      }
    guard !values.isEmpty else { return nil }
    if isRange, values.count == 3, values[0].number <= values[2].number {
      content = .range(values[0].number...values[2].number, step: values[1].number)
    } else {
      content = .values(values)
    }
  }

  /// The smallest value not below the request, else the largest, with the driver's text for it.
  func nearest(notBelow requested: Double) -> (number: Double, text: String) {
    switch content {
    case .values(let values):
      // Drivers print rounded values: 99.99 is 100.
      let enough = values.filter { $0.number >= requested * 0.995 }
      let best =
        enough.min { $0.number < $1.number } ?? values.max { $0.number < $1.number } ?? values[0]
      return (best.number, best.text)
    case .range(let range, let step):
      let steps = ((requested - range.lowerBound) / step - 1e-9).rounded(.up)
      let number = min(range.upperBound, range.lowerBound + max(0, steps) * step)
      return (number, Self.text(number))
    }
  }

  /// Text of a number as drivers parse it: no exponent, no locale, at most six decimals.
  static func text(_ number: Double) -> String {
    let bounded = number > 0 ? min(number, 1e9) : 0
    let micro = Int64((bounded * 1e6).rounded())
    let fraction = micro % 1_000_000
    guard fraction != 0 else { return "\(micro / 1_000_000)" }
    var digits = String(fraction)
    digits = String(repeating: "0", count: 6 - digits.count) + digits
    while digits.last == "0" { digits.removeLast() }
    return "\(micro / 1_000_000).\(digits)"
  }
}
