/// Results of the functions; the numbers of `enum heading_result`.
enum Outcome: Int32, CaseIterable {
  case ok = 0
  case refused = 1
  case excluded = 2
  case nothing = 3
  case null = -1
  case handle = -2
  case value = -3
  case size = -4
  case missing = -5
  case date = -6
  case height = -7
  case full = -8

  /// What happened and what to do.
  var text: StaticString {
    switch self {
    case .ok: "in order"
    case .refused:
      "the sample was refused: not finite, beyond the sensor's limits, a duplicate, or late"
    case .excluded:
      "the sample was not used: its sensor is stuck or saturated, or the others contradict it"
    case .nothing: "the event completed no solution, or repeats the one before"
    case .null: "a pointer is null that may not be"
    case .handle: "not a handle of this type, or a destroyed one"
    case .value: "a number is not finite or out of its range"
    case .size: "the size of a struct or the count of an array is wrong: set size to its sizeof"
    case .missing: "there is no such value yet: add samples first"
    case .date:
      "the date is outside the magnetic model's validity: give one from 2025.0 to 2030.0, or extrapolate"
    case .height:
      "the height is outside the magnetic model's range, -11 km to 850 km above the ellipsoid"
    case .full: "the calibrator is full: fit, or create one with a larger capacity"
    }
  }
}

/// `heading_result_text`.
@_cdecl("heading_result_text")
public func resultText(_ result: Int32) -> UnsafePointer<CChar>? {
  let text: StaticString = Outcome(rawValue: result)?.text ?? "not a result of this library"
  return unsafe UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
}
