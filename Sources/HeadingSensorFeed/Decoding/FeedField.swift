/// A value of a JSON object.
enum FeedField: Decodable {
  case integer(UInt64)
  case number(Double)
  case numbers([Double])
  case other

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let numbers = try? container.decode([Double].self) {
      self = .numbers(numbers)
    } else if let integer = try? container.decode(UInt64.self) {
      self = .integer(integer)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else {
      self = .other
    }
  }

  /// The components of a vector or the value of a scalar.
  var components: [Double]? {
    switch self {
    case .integer(let value): [Double(value)]
    case .number(let value): [value]
    case .numbers(let values): values
    case .other: nil
    }
  }
}
