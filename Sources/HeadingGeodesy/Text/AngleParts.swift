/// One parsed angle: its numbers, its sign and the axis of its hemisphere letter.
struct AngleParts {
  /// Degrees without sign.
  private var magnitude = 0.0
  private var isNegative = false

  /// Axis of the hemisphere letter; `nil` without a letter.
  private(set) var axis: CoordinateAxis?

  /// Combines the tokens of one angle.
  init(_ tokens: ArraySlice<CoordinateToken>) throws(CoordinateTextError) {
    var hasSign = false
    var unit = -1
    var fractionSeen = false
    var markOfLast = false
    var letterEnds = false
    for token in tokens {
      switch token {
      case .number(let value, let hasFraction):
        guard !letterEnds else { throw .numbers }
        unit += 1
        guard unit <= 2 else { throw .numbers }
        guard !fractionSeen else { throw .fraction }
        guard unit == 0 || value < 60 else { throw .sixtieths }
        fractionSeen = hasFraction
        markOfLast = false
        magnitude += value / (unit == 0 ? 1 : unit == 1 ? 60 : 3600)
      case .mark(let mark):
        guard !markOfLast, mark == unit else { throw .numbers }
        markOfLast = true
      case .minus, .plus:
        guard axis == nil else { throw .signAndHemisphere }
        guard unit < 0, !hasSign else { throw .numbers }
        hasSign = true
        isNegative = token == .minus
      case .northSouth(let isPositive), .eastWest(let isPositive):
        guard axis == nil else { throw .hemisphere }
        guard !hasSign else { throw .signAndHemisphere }
        if case .northSouth = token { axis = .latitude } else { axis = .longitude }
        isNegative = !isPositive
        letterEnds = unit >= 0
      case .comma: throw .notAPair
      }
    }
    guard unit >= 0 else { throw .empty }
  }

  /// The angle in degrees as a latitude or a longitude.
  func degrees(_ wanted: CoordinateAxis) throws(CoordinateTextError) -> Double {
    guard axis == nil || axis == wanted else { throw .hemisphere }
    guard magnitude <= wanted.largest, !isNegative || wanted == .latitude || magnitude <= 180
    else { throw .outOfRange(wanted) }
    let value = isNegative ? -magnitude : magnitude
    return value > 180 ? value - 360 : value
  }
}
