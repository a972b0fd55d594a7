import HeadingProtocol

/// State of the live screen, set by keys.
public struct ScreenState: Sendable, Hashable {
  /// Action outside the screen.
  enum Action: Sendable, Hashable {
    case quit
    case record
    case calibrate
    case none
  }

  /// The present view.
  public var view = ScreenView.compass

  /// Whether the rose shows the true heading if there is one.
  public var prefersTrue = true

  /// The units of displayed values.
  public var units: UnitSystem

  /// Whether the list of keys is shown.
  public var showsHelp = false

  /// Whether this process reads the sensors and can calibrate them.
  public var ownsSensors = false

  /// Whether the hint about calibration is shown.
  public var showsCalibration = false

  /// The file that is being recorded.
  public var recording: String?

  /// Creates a state with the compass view.
  public init(units: UnitSystem = .metric) { self.units = units }

  /// Processes a key; returns the action outside the screen.
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

  /// Returns the heading of the rose, °, and its north reference.
  func heading(of message: SolutionMessage?) -> (degrees: Double?, north: String) {
    if prefersTrue, let heading = message?.trueHeading { return (heading, "true") }
    return (message?.magneticHeading, "magnetic")
  }
}
