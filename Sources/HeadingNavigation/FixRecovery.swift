import HeadingSensing

/// Decides when fixes that contradict the estimate are to be believed after all.
///
/// A jump is multipath, a spoofer or an own error. Refused fixes that agree with one another for long
/// are the better witness.
struct FixRecovery: Sendable {
  /// The first that was refused since one was accepted, and the first of those that agree with one another.
  private var begun: BootTime?
  private var first: BootTime?
  private var last: (time: BootTime, latitude: Double, longitude: Double)?
  private var count = 0

  /// Fixes that are further apart do not follow one another, s.
  private static let longestPause = 5.0

  /// Whether fixes are being refused.
  var isRefusing: Bool { count > 0 }

  /// Whether a fix was accepted shortly before the first that was refused: until then nothing was wrong.
  ///
  /// - Parameters:
  ///   - accepted: The newest that was accepted.
  ///   - now: The time of the one that is refused.
  /// - Returns: `false` after a gap of the fixes, in which an own error may have grown.
  func wasFollowed(_ accepted: BootTime?, now: BootTime) -> Bool {
    guard let accepted else { return false }
    return (begun ?? now).seconds(since: accepted) < Self.longestPause
  }

  /// Takes note of a refused fix; true if it is to be believed now.
  ///
  /// - Parameters:
  ///   - fix: The fix.
  ///   - speed: The speed that may lie between it and the one before, m/s.
  ///   - patience: How long they must agree, s.
  /// - Returns: Whether the fixes are to be believed now.
  mutating func refuse(_ fix: borrowing FixMeasurement, speed: Double, patience: Double) -> Bool {
    let (time, latitude, longitude) = (fix.time, fix.latitude, fix.longitude)
    defer { last = (time, latitude, longitude) }
    if let last {
      let radii = EarthRadii(latitude: latitude, height: 0)
      let north = (latitude - last.latitude) * radii.north
      let east = (longitude - last.longitude) * radii.east
      let elapsed = time.seconds(since: last.time)
      let reach = 4 * fix.deviation + 1.5 * speed * elapsed + 2
      if elapsed > Self.longestPause || north * north + east * east > reach * reach { restart() }
    }
    count += 1
    begun = begun ?? time
    guard let first else {
      self.first = time
      return false
    }
    guard count >= 4, time.seconds(since: first) >= patience else { return false }
    forget()
    return true
  }

  /// A fix agreed with the estimate.
  mutating func forget() {
    begun = nil
    restart()
  }

  private mutating func restart() {
    first = nil
    count = 0
  }
}
