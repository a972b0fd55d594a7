import HeadingProtocol

/// What keys have chosen on the live screen.
public struct ScreenState: Sendable, Hashable {
  /// What a key asks of the program beyond the screen.
  enum Action: Sendable, Hashable {
    case quit
    case record
    case calibrate
    case none
  }

  /// What is shown.
  public var view = ScreenView.compass

  /// Whether the rose is of the true heading, where there is one.
  public var prefersTrue = true

  /// The units of what is shown.
  public var units: UnitSystem

  /// Whether the keys are listed.
  public var showsHelp = false

  /// Whether the sensors are read in this process, which can then calibrate them.
  public var ownsSensors = false

  /// Whether the hint how to calibrate is shown.
  public var showsCalibration = false

  /// The file that is being recorded.
  public var recording: String?

  /// Begins with the compass.
  public init(units: UnitSystem = .metric) { self.units = units }

  /// Follows a key, and says what is left to do.
  mutating func press(_ key: Key) -> Action {
    let (hadHelp, hadHint) = (showsHelp, showsCalibration)
    (showsHelp, showsCalibration) = (false, false)
    switch key {
    case .letter("q"), .end: return .quit
    case .letter("r"): return .record
    case .letter("t"): prefersTrue = true
    case .letter("m"): prefersTrue = false
    case .letter("u"): units = units.next
    case .letter("?"), .letter("h"): showsHelp = !hadHelp
    case .letter("c"):
      if ownsSensors { return .calibrate }
      showsCalibration = !hadHint
    case .right, .down, .letter("\t"): view = view.moved(1)
    case .left, .up: view = view.moved(-1)
    case .letter, .other: break
    }
    return .none
  }

  /// The heading that the rose shows, and what it is measured from.
  func heading(of message: SolutionMessage?) -> (degrees: Double?, north: String) {
    if prefersTrue, let heading = message?.trueHeading { return (heading, "true") }
    return (message?.magneticHeading, "magnetic")
  }
}
