/// Something that goes wrong with a device of the simulated server, or with the server itself.
///
/// As text (`fault` debug attribute, command line): `silent`, `stuck`, `zeros`, `rail`, `nan-scale`,
/// `garbage`, `constant-timestamp`, `no-timestamp`, `clock-jump=SECONDS`, `errors`, `error-bursts`, `absent`, `slow=SECONDS`.
public enum SimulatedFault: Sendable, Hashable {
  /// The buffer is open and delivers nothing; a raw read times out (-110).
  case silent

  /// Every sample repeats the values of the moment the fault began; time goes on.
  case stuck

  /// Every value is exactly 0.
  case zeros

  /// Every value is at the upper end of its range.
  case rail

  /// The scale reads `nan`, with success.
  case notANumberScale

  /// Every number reads as a text that is none.
  case garbage

  /// The timestamp stays what it was when the fault began.
  case constantTimestamp

  /// Contexts read from now on have no timestamp channel on this device.
  case missingTimestamp

  /// The timestamp clock is off by so many seconds.
  case clockJump(seconds: Double)

  /// Every read fails with -5 (EIO), buffered and not.
  case errors

  /// Reads fail with -5 (EIO) during one second of every two; samples are lost meanwhile.
  case errorBursts

  /// The device is gone: attributes -2, buffers silent and then -110, new contexts without it.
  ///
  /// When the fault ends it is back as after power-on, its settings lost. Together with ``zeros`` raw
  /// reads still succeed with 0, as those of HID drivers do once after an unplug.
  case absent

  /// Every answer of the server about this device is late by so many seconds.
  case slow(seconds: Double)

  /// Reads the text form; `nil` if it is none.
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

  /// The faults of a list separated by commas, none of `none`; `nil` if one of them is no fault.
  static func list(_ text: String) -> [SimulatedFault]? {
    if text == "none" { return [] }
    let words = text.split(separator: ",").map { SimulatedFault(text: $0) }
    let faults = words.compactMap { $0 }
    return faults.count == words.count && !faults.isEmpty ? faults : nil
  }

  /// Every text form, for people.
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
