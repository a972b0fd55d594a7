/// Counts floors that a walking person goes up or down, by the height from a barometer.
///
/// A floor is 3 m, as in Core Motion, of walking: a lift's height is not counted. The reference
/// follows the height slowly, so that weather is not counted either.
public struct FloorCounter: Sendable {
  /// Height of a floor, m.
  public static let height = 3.0

  /// Difference from the reference at which a floor is counted, m: stairs have 2.6 to 3.2 m.
  static let countedHeight = 2.5

  /// Time constant of the reference, s: weather of 1 hPa an hour shifts it by 0.7 m.
  static let weather = 300.0

  /// Time after the last step during which the height counts, s.
  static let afterStep = 3.0

  /// Number of floors walked up.
  public private(set) var ascended = 0

  /// Number of floors walked down.
  public private(set) var descended = 0

  private var reference: (height: Double, time: Double)?

  /// Creates a counter without a height.
  public init() {}

  /// Processes a height.
  ///
  /// - Parameters:
  ///   - height: Height above any fixed level, m; a value that is not finite is ignored.
  ///   - time: Its time on a monotonic scale, s.
  ///   - lastStep: The time of the last step, s; `nil` if there was none.
  public mutating func update(_ height: Double, at time: Double, lastStep: Double?) {
    guard height.isFinite, time.isFinite else { return }
    guard var reference, time >= reference.time, time - reference.time < 60,
      let lastStep, time - lastStep <= Self.afterStep
    else {
      self.reference = (height, time)
      return
    }
    let share = (time - reference.time) / (Self.weather + (time - reference.time))
    reference = (reference.height + share * (height - reference.height), time)
    // At most some floors at once: a jump of the height is no walk.
    if height - reference.height >= Self.countedHeight {
      ascended += 1
      reference.height += Self.height
    } else if reference.height - height >= Self.countedHeight {
      descended += 1
      reference.height -= Self.height
    }
    self.reference = reference
  }
}
