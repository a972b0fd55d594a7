/// The location accuracy that a program is authorized to receive.
public enum CLAccuracyAuthorization: Int, Sendable {
  /// The best accuracy available.
  case fullAccuracy = 0

  /// About 5 km: the centre of a grid cell, determined anew every 15 minutes.
  case reducedAccuracy
}
