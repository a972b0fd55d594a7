import Foundation

/// Documents with values at the ends of what can be written, for decoders.
public enum Extremes {
  /// Texts of numbers that a decoder may meet in any field.
  public static let numbers = [
    "-9223372036854775808", "9223372036854775807", "18446744073709551615", "-2147483648",
    "1e300", "-1e300", "1.7976931348623157e308", "5e-324", "-0.0", "0", "1e999", "1e19",
  ]

  /// Texts of values that are no numbers.
  public static let others = [
    "null", "\"\"", "[]", "{}", "true", "\"nan\"", "\"\\u0000\\u001b]0;x\\u0007\\u202e\"",
  ]

  /// A JSON object as texts, with each of its values, at any depth, replaced by each extreme in turn.
  public static func variants(of text: String) throws -> [String] {
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
    let long = "\"" + String(repeating: "x", count: 100_000) + "\""
    return try places(in: object).flatMap { place in
      try (numbers + others + [long]).map { extreme in
        let marked = replaced(object, at: place[...])
        let data = try JSONSerialization.data(withJSONObject: marked, options: [.sortedKeys])
        return String(decoding: data, as: UTF8.self).replacing("\"\(mark)\"", with: extreme)
      }
    }
  }

  private static let mark = "EXTREME"

  private enum Step {
    case key(String)
    case index(Int)
  }

  private static func places(in value: Any) -> [[Step]] {
    var places: [[Step]] = []
    if let object = value as? [String: Any] {
      for (key, inner) in object.sorted(by: { $0.key < $1.key }) {
        places.append([.key(key)])
        places += self.places(in: inner).map { [.key(key)] + $0 }
      }
    } else if let list = value as? [Any] {
      for (index, inner) in list.enumerated() {
        places.append([.index(index)])
        places += self.places(in: inner).map { [.index(index)] + $0 }
      }
    }
    return places
  }

  private static func replaced(_ value: Any, at place: ArraySlice<Step>) -> Any {
    guard let step = place.first else { return mark }
    let rest = place.dropFirst()
    switch step {
    case .key(let key):
      guard var object = value as? [String: Any], let inner = object[key] else { return value }
      object[key] = replaced(inner, at: rest)
      return object
    case .index(let index):
      guard var list = value as? [Any] else { return value }
      list[index] = replaced(list[index], at: rest)
      return list
    }
  }
}
