import HeadingEngine
import HeadingNavigation
import HeadingSensing

extension HeadingSolution {
  /// Whether position and velocity are those of fixes, not of dead reckoning.
  var hasRecentFix: Bool {
    navigationSources.contains(.fixPosition) && !reasons.contains(.deadReckoning)
  }
}
