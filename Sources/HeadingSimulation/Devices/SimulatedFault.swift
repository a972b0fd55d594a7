/// An injected fault of a device of the simulated server.
///
/// As text (`fault` debug attribute, command line): `silent`, `stuck`, `zeros`, `rail`,
/// `nan-scale`, `garbage`, `constant-timestamp`, `no-timestamp`, `clock-jump=SECONDS`, `errors`,
/// `error-bursts`, `absent`, `slow=SECONDS`.
public enum SimulatedFault: Sendable, Hashable {
  /// The buffer delivers no samples; a raw read times out (-110).
  case silent

  /// Every sample repeats the values at the start of the fault; the timestamps advance.
  case stuck

  /// Every value is exactly 0.
  case zeros

  /// Every value is at the upper limit of its range.
  case rail

  /// The scale reads `nan`, with success.
  case notANumberScale

  /// Every number reads as a text that is not a number.
  case garbage

  /// The timestamp repeats its value at the start of the fault.
  case constantTimestamp

  /// New contexts have no timestamp channel on this device.
  case missingTimestamp

  /// The timestamp clock has an offset, s.
  case clockJump(seconds: Double)

  /// Every read fails with -5 (EIO), buffered or polled.
  case errors

  /// Reads fail with -5 (EIO) and samples are lost during one second of every two.
  case errorBursts

  /// The device is gone: attributes fail with -2, buffers time out (-110), new contexts do not
  /// contain it.
  ///
  /// After the fault its settings are those of power-on. Together with ``zeros`` raw reads succeed
  /// with 0, as those of HID drivers do once after an unplug.
  case absent

  /// Every response of the server about this device is delayed, s.
  case slow(seconds: Double)

  /// Parses the text form; `nil` if it is invalid.
  public init?(text: some StringProtocol) {
    let sides = String(text).split(separator: "=", maxSplits: 1).map { String($0) }
    let seconds = sides.count == 2 ? Double(sides[1]) : nil
    switch (sides.first, seconds) {
    case ("silent", nil): self = .silent
    case ("stuck", nil): self = .stuck
    case ("zeros", nil): self = .zeros
    case ("rail", nil): self = .rail
    case ("nan-scale", nil): self = .notANumberScale
    case ("garbage", nil): self = .garbage
    case ("constant-timestamp", nil): self = .constantTimestamp
    case ("no-timestamp", nil): self = .missingTimestamp
    case ("errors", nil): self = .errors
    case ("error-bursts", nil): self = .errorBursts
    case ("absent", nil): self = .absent
    case ("clock-jump", let seconds?) where abs(seconds) < 1e8: self = .clockJump(seconds: seconds)
    case ("slow", let seconds?) where (0...3600).contains(seconds): self = .slow(seconds: seconds)
    default: return nil
    }
  }

  /// Parses a comma-separated list of faults; `none` is the empty list; `nil` if one is invalid.
  static func list(_ text: String) -> [SimulatedFault]? {
    if text == "none" { return [] }
    let words = text.split(separator: ",").map { SimulatedFault(text: $0) }
    let faults = words.compactMap { $0 }
    return faults.count == words.count && !faults.isEmpty ? faults : nil
  }

  /// The file that switches the faults of a device.
  static let file = "debug/fault"

  /// All text forms, for messages.
  public static let words = [
    "silent", "stuck", "zeros", "rail", "nan-scale", "garbage", "constant-timestamp",
    "no-timestamp", "clock-jump=SECONDS", "errors", "error-bursts", "absent", "slow=SECONDS",
  ]

  /// The text form.
  public var text: String {
    switch self {
    case .silent: "silent"
    case .stuck: "stuck"
    case .zeros: "zeros"
    case .rail: "rail"
    case .notANumberScale: "nan-scale"
    case .garbage: "garbage"
    case .constantTimestamp: "constant-timestamp"
    case .missingTimestamp: "no-timestamp"
    case .clockJump(let seconds): "clock-jump=\(seconds)"
    case .errors: "errors"
    case .errorBursts: "error-bursts"
    case .absent: "absent"
    case .slow(let seconds): "slow=\(seconds)"
    }
  }
}
