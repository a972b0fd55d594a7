/// How exactly a program may know the place.
public enum CLAccuracyAuthorization: Int, Sendable {
  /// As exactly as it is known.
  case fullAccuracy = 0

  /// Within some kilometres.
  case reducedAccuracy
}
