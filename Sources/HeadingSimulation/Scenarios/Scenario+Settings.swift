import HeadingGeometry

extension Scenario {
  /// The settings that may follow a scenario's name.
  public static let settings = [
    "heading", "pitch", "roll", "rate", "motion", "board", "iron", "latitude", "longitude",
    "altitude", "seed",
  ]

  /// Description of a setting's values; `nil` if there is no such setting.
  public static func values(of setting: String) -> String? {
    switch setting {
    case "heading": "degrees from magnetic north"
    case "pitch": "degrees from -90 to 90, positive nose up"
    case "roll": "degrees from -180 to 180, positive right side down"
    case "rate": "degrees a second, positive clockwise"
    case "motion": "still, turning, level-turns, figure-eight, tumbling, six-poses, driving or legs"
    case "board": SimulatedBoard.allCases.map(\.rawValue).joined(separator: ", ")
    case "iron": "none or typical"
    case "latitude": "degrees from -90 to 90"
    case "longitude": "degrees from -180 to 180"
    case "altitude": "metres above mean sea level, from -500 to 11000"
    case "seed": "a whole number from 0"
    default: nil
    }
  }

  /// Changes one setting.
  mutating func set(_ setting: String, to value: String) throws(ScenarioError) {
    let refusal = ScenarioError.badValue(setting: setting, value: value)
    func number(_ range: ClosedRange<Double>) throws(ScenarioError) -> Double {
      guard let number = Double(value), range.contains(number) else { throw refusal }
      return number
    }
    switch setting {
    case "heading": try changePose(heading: number(-360...360))
    case "pitch": try changePose(pitch: number(-90...90))
    case "roll": try changePose(roll: number(-180...180))
    case "rate":
      let angles = posture
      trajectory = .turning(
        ratePerSecond: Angle(degrees: try number(-720...720)), pitch: angles.pitch,
        roll: angles.roll)
    case "motion":
      guard let motion = Self.motions[value] else { throw refusal }
      trajectory = motion
    case "board":
      guard let board = SimulatedBoard(rawValue: value) else { throw refusal }
      self.board = board
    case "iron":
      guard value == "none" || value == "typical" else { throw refusal }
      iron = value == "none" ? .none : .typical
    case "latitude":
      coordinate = .clamped(latitude: try number(-90...90), longitude: coordinate.longitude)
    case "longitude":
      coordinate = .clamped(latitude: coordinate.latitude, longitude: try number(-180...180))
    case "altitude": altitude = try number(-500...11_000)
    case "seed":
      guard let seed = UInt64(value) else { throw refusal }
      self.seed = seed
    default: throw .unknownSetting(setting)
    }
  }

  /// Attitude at rest, or pitch and roll during a rotation; zero for the other motions.
  private var posture: AttitudeAngles {
    switch trajectory {
    case .still(let angles): angles
    case .turning(_, let pitch, let roll):
      AttitudeAngles(heading: .zero, pitch: pitch, roll: roll)
    case .levelTurns, .figureEight, .tumbling, .sixPoses, .driving, .legs:
      AttitudeAngles(heading: .zero, pitch: .zero, roll: .zero)
    }
  }

  private mutating func changePose(
    heading: Double? = nil, pitch: Double? = nil, roll: Double? = nil
  ) {
    // The first angle that is set replaces a motion and its attitude; the other angles become 0.
    var angles = AttitudeAngles(heading: .zero, pitch: .zero, roll: .zero)
    if case .still(let before) = trajectory { angles = before }
    if let heading { angles.heading = Angle(degrees: heading) }
    if let pitch { angles.pitch = Angle(degrees: pitch) }
    if let roll { angles.roll = Angle(degrees: roll) }
    trajectory = .still(angles)
  }

  private static let motions: [String: Trajectory] = [
    "still": pose(heading: 0, pitch: 0, roll: 0),
    "turning": .turning(ratePerSecond: Angle(degrees: 6), pitch: .zero, roll: .zero),
    "level-turns": .levelTurns,
    "figure-eight": .figureEight,
    "tumbling": .tumbling,
    "six-poses": .sixPoses,
    "driving": .driving,
    "legs": .legs,
  ]
}
