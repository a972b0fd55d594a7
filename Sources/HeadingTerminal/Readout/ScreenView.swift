/// What the live screen shows.
public enum ScreenView: String, Sendable, Hashable, CaseIterable {
  /// The rose and the values most wanted.
  case compass
  /// How the device is held.
  case attitude
  /// What the heading's bound is made of.
  case accuracy
  /// What each sensor says.
  case sensors
  /// Place and motion.
  case gnss
  /// What was told lately.
  case log

  /// Its name on the screen.
  var title: String { self == .gnss ? "GNSS" : rawValue }

  /// The one so many further on, around the end.
  func moved(_ steps: Int) -> ScreenView {
    let all = Self.allCases
    let place = (all.firstIndex(of: self) ?? 0) + steps
    return all[(place % all.count + all.count) % all.count]
  }
}
