/// Estimates the distances of beacons from the strengths of their advertisements.
///
/// Anybody can send invented beacons, thousands a second: the number of those that are kept is
/// limited, and beacons that have been heard twice are not displaced.
package struct BeaconRanger: Sendable {
  /// Largest number of beacons.
  package static let capacity = 256

  /// Time without advertisements after which a distance is unknown, s.
  package static let fresh = 3.0

  /// Time without advertisements after which a beacon is not in range any more, s.
  package static let kept = 10.0

  /// Readings, and measured powers, that can be true, dBm; 127 stands for an unknown strength.
  private static let strengths = -127 ... -1

  /// A beacon in range.
  package struct Ranged: Sendable, Hashable {
    /// The beacon.
    package var identity: BeaconIdentity
    /// The class of its distance; `nil` if that is unknown.
    package var proximity: BeaconProximity?
    /// The distance, m; `nil` if it is unknown.
    package var distance: Double?
    /// Received strength, dBm, the mean since the last report; `nil` if it is unknown.
    package var rssi: Int?
    /// Time of the last advertisement, s.
    package var time: Double
  }

  fileprivate struct Track {
    var filter: PathLossFilter?
    var proximity: BeaconProximity?
    var time: Double
    var count = 1
    var sum = 0
    var readings = 0
    var mean: Int?
  }

  private var tracks: [BeaconIdentity: Track] = [:]

  /// Creates a ranger.
  package init() {}

  /// Number of beacons that are kept.
  package var count: Int { tracks.count }

  /// Takes an advertisement.
  ///
  /// - Parameters:
  ///   - advertisement: The advertisement.
  ///   - rssi: Its received strength, dBm; `nil` if unknown.
  ///   - time: The time of reception, s.
  package mutating func take(_ advertisement: BeaconAdvertisement, rssi: Int?, time: Double) {
    let identity = advertisement.identity
    if tracks[identity] == nil {
      guard makeRoom(time) else { return }
      tracks[identity] = Track(time: time)
    } else {
      tracks[identity]?.count += 1
      tracks[identity]?.time = time
    }
    guard let rssi, Self.strengths.contains(rssi) else { return }
    tracks[identity]?.note(rssi, advertisement.measuredPower, time)
  }

  /// Forgets one that does not matter if there is no room; returns whether there is some.
  private mutating func makeRoom(_ time: Double) -> Bool {
    guard tracks.count >= Self.capacity else { return true }
    let oldest = tracks.min { one, other in
      (one.value.count > 1 ? 1 : 0, one.value.time) < (
        other.value.count > 1 ? 1 : 0, other.value.time
      )
    }
    guard let oldest, oldest.value.count == 1 || time - oldest.value.time > Self.fresh else {
      return false
    }
    tracks[oldest.key] = nil
    return true
  }

  /// Returns the beacons in range, the nearest first, and begins the next means of the strengths.
  package mutating func report(time: Double) -> [Ranged] {
    tracks = tracks.filter { time - $0.value.time <= Self.kept }
    var ranged: [Ranged] = []
    ranged.reserveCapacity(tracks.count)
    for identity in Array(tracks.keys) {
      guard let beacon = tracks[identity]?.report(time) else { continue }
      ranged.append(
        Ranged(
          identity: identity, proximity: beacon.0, distance: beacon.1, rssi: beacon.2,
          time: beacon.3))
    }
    return ranged.sorted { $0.precedes($1) }
  }

  /// Forgets all beacons, after a time without a scan.
  package mutating func reset() { tracks = [:] }
}

extension BeaconRanger.Track {
  fileprivate mutating func note(_ rssi: Int, _ power: Int8, _ time: Double) {
    sum += rssi
    readings += 1
    // A beacon that has not been calibrated says nothing about its distance.
    guard power < 0 else {
      filter = nil
      proximity = nil
      return
    }
    let loss = Double(Int(power) - rssi)
    if filter == nil {
      filter = PathLossFilter(loss: loss, time: time)
    } else {
      filter?.take(loss, time: time)
    }
  }

  fileprivate mutating func report(
    _ now: Double
  ) -> (BeaconProximity?, Double?, Int?, Double) {
    if readings > 0 { mean = Int((Double(sum) / Double(readings)).rounded()) }
    (sum, readings) = (0, 0)
    guard now - time <= BeaconRanger.fresh else {
      // One that comes back may be somewhere else.
      (filter, proximity, mean) = (nil, nil, nil)
      return (nil, nil, nil, time)
    }
    // One reading alone can be off by a factor of two and more.
    guard let filter, filter.count > 1 else { return (nil, nil, mean, time) }
    let distance = filter.distance
    proximity = .of(distance, last: proximity)
    return (proximity, distance, mean, time)
  }
}

extension BeaconRanger.Ranged {
  /// Whether it comes before another in a report: nearer, or of known distance.
  fileprivate func precedes(_ other: BeaconRanger.Ranged) -> Bool {
    let mine = (proximity?.rawValue ?? .max, distance ?? .infinity)
    let theirs = (other.proximity?.rawValue ?? .max, other.distance ?? .infinity)
    return mine == theirs ? identity < other.identity : mine < theirs
  }
}
