import Glibc
import Testing

@testable import HeadingBeacons

@Suite(.timeLimit(.minutes(1))) struct BeaconRangerTests {
  private static func beacon(_ minor: Int, power: Int8 = -59) -> BeaconAdvertisement {
    BeaconAdvertisement(
      identity: BeaconIdentity(high: 1, low: 2, major: 3, minor: UInt16(minor)),
      measuredPower: power)
  }

  /// Strength of a beacon with a measured power of −59 dBm, dBm.
  private static func rssi(_ distance: Double) -> Int {
    Int((-59 - 20 * log10(distance)).rounded())
  }

  @Test func `beacons are sorted by distance, unknown ones last`() throws {
    var ranger = BeaconRanger()
    for step in 0..<20 {
      let time = Double(step) / 10
      ranger.take(Self.beacon(1), rssi: Self.rssi(8), time: time)
      ranger.take(Self.beacon(2), rssi: Self.rssi(0.2), time: time)
      ranger.take(Self.beacon(3), rssi: Self.rssi(2), time: time)
      ranger.take(Self.beacon(4), rssi: nil, time: time)
      ranger.take(Self.beacon(5, power: 0), rssi: -60, time: time)
      ranger.take(Self.beacon(6), rssi: 127, time: time)
    }
    ranger.take(Self.beacon(7), rssi: Self.rssi(2), time: 1.95)
    let ranged = ranger.report(time: 2)
    #expect(ranged.map(\.identity.minor) == [2, 3, 1, 4, 5, 6, 7])
    #expect(ranged.map(\.proximity) == [.immediate, .near, .far, nil, nil, nil, nil])
    for (one, distance) in zip(ranged, [0.2, 2, 8]) {
      #expect(abs(try #require(one.distance) / distance - 1) < 0.07)
    }
    #expect(ranged.map(\.rssi) == [-45, -65, -77, nil, -60, nil, -65])
    #expect(ranged[0].time == 1.9)
  }

  @Test func `the strength is the mean since the last report`() {
    var ranger = BeaconRanger()
    for rssi in [-60, -61, -65] { ranger.take(Self.beacon(1), rssi: rssi, time: 0.5) }
    #expect(ranger.report(time: 1)[0].rssi == -62)
    ranger.take(Self.beacon(1), rssi: -70, time: 1.5)
    #expect(ranger.report(time: 2)[0].rssi == -70)
    #expect(ranger.report(time: 3)[0].rssi == -70)
  }

  @Test func `an unheard beacon is first of unknown distance, then gone`() {
    var ranger = BeaconRanger()
    for step in 0..<10 { ranger.take(Self.beacon(1), rssi: -65, time: Double(step) / 10) }
    #expect(ranger.report(time: 3.5)[0].proximity == .near)
    let lost = ranger.report(time: 4)
    #expect(lost[0].proximity == nil && lost[0].distance == nil && lost[0].rssi == nil)
    #expect(ranger.report(time: 10.9).count == 1)
    #expect(ranger.report(time: 11).isEmpty)
    #expect(ranger.count == 0)
  }

  @Test func `noise at an end of a class does not change it to and fro`() {
    var (changes, naive) = (0, 0)
    for seed in 1...20 {
      var normal = NormalNumbers(seed: UInt64(seed))
      var ranger = BeaconRanger()
      var (last, class0): (BeaconProximity?, Bool?) = (nil, nil)
      for second in 1...60 {
        for step in 0..<10 {
          ranger.take(
            Self.beacon(1), rssi: Self.rssi(3) + Int((3 * normal.next()).rounded()),
            time: Double(second) + Double(step) / 10)
        }
        let one = ranger.report(time: Double(second) + 1)[0]
        if let last, last != one.proximity { changes += 1 }
        if let class0, class0 != ((one.distance ?? 0) > 3) { naive += 1 }
        last = one.proximity
        class0 = (one.distance ?? 0) > 3
      }
    }
    #expect(changes < 30 && naive > 150, "\(changes) changes, without hysteresis \(naive)")
  }

  @Test func `a class is left beyond its end by the margin`() {
    #expect(BeaconProximity.of(0.49, last: nil) == .immediate)
    #expect(BeaconProximity.of(0.51, last: nil) == .near)
    #expect(BeaconProximity.of(0.6, last: .immediate) == .immediate)
    #expect(BeaconProximity.of(0.65, last: .immediate) == .near)
    #expect(BeaconProximity.of(0.42, last: .near) == .near)
    #expect(BeaconProximity.of(0.38, last: .near) == .immediate)
    #expect(BeaconProximity.of(3.6, last: .near) == .near)
    #expect(BeaconProximity.of(4, last: .immediate) == .far)
    #expect(BeaconProximity.of(2.5, last: .far) == .far)
    #expect(BeaconProximity.of(0.3, last: .far) == .immediate)
  }

  @Test func `a flood of invented beacons displaces none that is heard again`() {
    var ranger = BeaconRanger()
    for number in 0..<10 {
      for _ in 0..<2 { ranger.take(Self.beacon(number), rssi: -60, time: 0) }
    }
    var invented = 10
    for step in 1...100 {
      let time = Double(step) / 10
      for _ in 0..<100 {
        invented = invented % 65_000 + 11
        ranger.take(Self.beacon(invented), rssi: -50, time: time)
      }
      for number in 0..<10 { ranger.take(Self.beacon(number), rssi: -60, time: time) }
      #expect(ranger.count <= BeaconRanger.capacity)
    }
    let heard = ranger.report(time: 10).filter { $0.identity.minor < 10 }
    #expect(heard.count == 10 && heard.allSatisfy { $0.proximity == .near })
  }

  @Test func `a flood that repeats itself leaves the real ones too, and ends`() {
    var ranger = BeaconRanger()
    for _ in 0..<2 { ranger.take(Self.beacon(1), rssi: -60, time: 0) }
    for number in 100..<5000 {
      for _ in 0..<3 { ranger.take(Self.beacon(number), rssi: -50, time: 0.1) }
    }
    #expect(ranger.count == BeaconRanger.capacity)
    #expect(ranger.report(time: 1).contains { $0.identity.minor == 1 })
    // Once it is over there is room again.
    for _ in 0..<2 { ranger.take(Self.beacon(2), rssi: -60, time: 5) }
    #expect(ranger.report(time: 5).contains { $0.identity.minor == 2 })
  }
}

@Suite(.timeLimit(.minutes(1))) struct BeaconPresenceTests {
  /// What a presence says of events at times: `h` heard, `l` silence, `s` no scan any more.
  private func says(_ events: [(Character, Double)], isInside: Bool? = nil) -> [String] {
    var presence = BeaconPresence(isInside: isInside)
    return events.map { event, time in
      switch event {
      case "h": return "\(presence.hear(time: time))"
      case "l": return presence.listen(time: time) ? "left" : "-"
      default:
        presence.suspend()
        return "-"
      }
    }
  }

  @Test func `entry at once, exit after half a minute of silence`() {
    #expect(
      says([
        ("l", 0), ("h", 1), ("h", 2), ("l", 31.9), ("l", 32), ("l", 100), ("h", 101), ("l", 102),
      ]) == ["-", "found", "known", "-", "left", "-", "entered", "-"])
  }

  @Test func `a beacon heard some time after the start has come`() {
    #expect(says([("l", 0), ("h", 3)]) == ["-", "entered"])
    #expect(says([("h", 0), ("h", 3)]) == ["found", "known"])
  }

  @Test func `without a beacon the state is determined after ten seconds`() {
    let silence = (0...12).map { (Character("l"), Double($0)) }
    #expect(says(silence) == (0...12).map { $0 == 10 ? "left" : "-" })
  }

  @Test func `silence without a scan says nothing`() {
    #expect(
      says(
        [("l", 0), ("s", 1), ("l", 100), ("l", 129), ("l", 130)], isInside: true)
        == ["-", "-", "-", "-", "left"])
  }

  @Test func `a device that the scanner has lost counts from its last advertisement`() {
    var presence = BeaconPresence()
    _ = presence.hear(time: 100)
    presence.lose(time: 72)
    let early = presence.listen(time: 101)
    let late = presence.listen(time: 102)
    #expect(!early && late && presence.isInside == false)
    // Another of the same pattern is there.
    _ = presence.hear(time: 110)
    presence.lose(time: 82)
    _ = presence.hear(time: 111)
    let still = presence.listen(time: 120)
    #expect(!still && presence.isInside == true)
  }
}
