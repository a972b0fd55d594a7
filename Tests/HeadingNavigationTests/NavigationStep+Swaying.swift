import HeadingGeometry

@testable import HeadingNavigation

extension NavigationStep {
  /// A step of a level device that sways a little, so that it is not at rest.
  static func swaying(interval: Double, random: inout SplitMix64) -> NavigationStep {
    var step = NavigationStep()
    step.interval = interval
    step.isInertial = true
    step.turn = random.vector() * (1.7e-4 * interval.squareRoot()) + Vector3(1e-6, 0, 0)
    step.velocityIncrement =
      Vector3(0, 0, PhysicalConstants.standardGravity) * interval
      + random.vector() * (0.02 * interval.squareRoot())
    step.up = Vector3(0, 0, 1)
    step.upDeviation = 0.01
    return step
  }
}
