/// A view of the live screen.
public enum ScreenView: String, Sendable, Hashable, CaseIterable {
  /// The rose and the most important values.
  case compass
  /// Attitude and angular rate.
  case attitude
  /// Terms of the heading's accuracy bound.
  case accuracy
  /// State and values of each sensor.
  case sensors
  /// Position, velocity and fixes.
  case gnss
  /// Recent notices.
  case log

  /// Its name on the screen.
  var title: String { self == .gnss ? "GNSS" : rawValue }

  /// Returns the view a number of steps further on, cyclic.
  func moved(_ steps: Int) -> ScreenView {
    let all = Self.allCases
    let place = (all.firstIndex(of: self) ?? 0) + steps
    return all[(place % all.count + all.count) % all.count]
  }
}
