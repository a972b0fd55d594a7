/// Steps of a time, with distance, pace and floors where sensors measure them.
open class CMPedometerData: NSObject, NSCopying, NSSecureCoding {
  private let values: PedestrianValues

  /// Creates data without steps, for test doubles that override its properties.
  public override init() {
    values = PedestrianValues()
    super.init()
  }

  init(_ values: PedestrianValues) {
    self.values = values
    super.init()
  }

  /// Start of the time; of a query, not before the first that was measured.
  open var startDate: Date { Date(timeIntervalSince1970: values.start) }

  /// End of the time; of a query, not after the last that was measured.
  open var endDate: Date { Date(timeIntervalSince1970: values.end) }

  /// Number of steps.
  open var numberOfSteps: NSNumber { NSNumber(value: values.steps) }

  /// Distance, m, by the speed of fixes; `nil` while no fix has taught the length of a step.
  open var distance: NSNumber? { values.distance.map { NSNumber(value: $0) } }

  /// Floors walked up; `nil` without a barometer.
  open var floorsAscended: NSNumber? { values.ascended.map { NSNumber(value: $0) } }

  /// Floors walked down; `nil` without a barometer.
  open var floorsDescended: NSNumber? { values.descended.map { NSNumber(value: $0) } }

  /// Present pace, s/m; `nil` at rest, in a query, and without a distance.
  open var currentPace: NSNumber? { values.pace.map { NSNumber(value: $0) } }

  /// Present steps per second; `nil` at rest and in a query.
  open var currentCadence: NSNumber? { values.cadence.map { NSNumber(value: $0) } }

  /// Mean pace while stepping, s/m; `nil` without a distance.
  open var averageActivePace: NSNumber? {
    guard let distance = values.distance, distance > 0, values.activeTime > 0 else { return nil }
    return NSNumber(value: values.activeTime / distance)
  }

  /// All values on one line.
  open override var description: String {
    func text(_ number: NSNumber?) -> String { number.map { "\($0)" } ?? "none" }
    return "CMPedometerData startDate \(startDate) endDate \(endDate) steps \(numberOfSteps) "
      + "distance \(text(distance)) floorsAscended \(text(floorsAscended)) "
      + "floorsDescended \(text(floorsDescended)) currentPace \(text(currentPace)) "
      + "currentCadence \(text(currentCadence)) averageActivePace \(text(averageActivePace))"
  }

  /// Returns the object itself, which is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether the class supports secure coding: true.
  open class var supportsSecureCoding: Bool { true }

  /// Encodes all values.
  open func encode(with coder: NSCoder) {
    coder.encode(values.start, forKey: "start")
    coder.encode(values.end, forKey: "end")
    coder.encode(values.steps, forKey: "steps")
    coder.encode(values.activeTime, forKey: "activeTime")
    for (name, value) in [
      ("distance", values.distance), ("pace", values.pace), ("cadence", values.cadence),
      ("ascended", values.ascended.map(Double.init)),
      ("descended", values.descended.map(Double.init)),
    ] {
      if let value { coder.encode(value, forKey: name) }
    }
  }

  /// Decodes the data; values missing in the archive are `nil` or 0.
  public required init?(coder: NSCoder) {
    func value(_ name: String) -> Double? {
      coder.containsValue(forKey: name) ? coder.decodeDouble(forKey: name) : nil
    }
    var values = PedestrianValues()
    values.start = coder.decodeDouble(forKey: "start")
    values.end = coder.decodeDouble(forKey: "end")
    values.steps = coder.decodeInteger(forKey: "steps")
    values.activeTime = coder.decodeDouble(forKey: "activeTime")
    values.distance = value("distance")
    values.pace = value("pace")
    values.cadence = value("cadence")
    values.ascended = value("ascended").flatMap { Int(exactly: $0) }
    values.descended = value("descended").flatMap { Int(exactly: $0) }
    self.values = values
    super.init()
  }
}
