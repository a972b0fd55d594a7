/// Formats durations as text.
public enum DurationText {
  /// Formats whole seconds in the two largest units that apply.
  public static func text(_ seconds: Double) -> String {
    let whole = Int(max(0, min(seconds, 1e12)))
    let (days, hours, minutes) = (whole / 86_400, whole / 3600 % 24, whole / 60 % 60)
    if days > 0 { return "\(days) d \(hours) h" }
    if hours > 0 { return "\(hours) h \(minutes) min" }
    return minutes > 0 ? "\(minutes) min \(whole % 60) s" : "\(whole) s"
  }
}
