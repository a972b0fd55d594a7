/// How likely an activity is the true one.
public enum CMMotionActivityConfidence: Int, Sendable {
  /// A guess: cycling, which only the speed shows; unknown.
  case low = 0
  /// Evidence by one sensor.
  case medium
  /// Evidence by two sensors, or ten steps and more.
  case high
}
