import HeadingSensing

@testable import HeadingMAVLink
@testable import HeadingSensorFeed

/// What the sender of a feed sends.
enum FeedFuzzing {
  static func take(_ bytes: [UInt8]) {
    var sessions = FeedFormat.allCases.map { FeedSession(endpoint: "test", format: $0) }
    var settings = FlightControllerSettings(endpoint: .standardInput)
    sessions.append(FeedSession(settings, clock: clock))
    settings.key = MAVLinkKey(text: "a secret")
    sessions.append(FeedSession(settings, clock: clock))
    for var session in sessions {
      var now = BootTime(seconds: 100)
      var rest = bytes[...]
      while !rest.isEmpty {
        for case .events(let events) in session.take(rest.prefix(97), at: now, claim: { _ in nil })
        {
          for event in events { check(event, at: now) }
        }
        rest = rest.dropFirst(97)
        now = now.advanced(bySeconds: 0.5)
        _ = session.check(at: now)
      }
      _ = session.end(at: now, because: "it ended")
    }
  }

  private static let clock = SigningClock(file: nil)

  private static func check(_ event: SensorEvent, at now: BootTime) {
    guard event.time <= now else { fatalError("an event of the future") }
    switch event {
    case .magneticField(let sample), .acceleration(let sample), .angularRate(let sample):
      guard sample.value.length.isFinite else { fatalError("a vector that is no number") }
    case .pressure(let sample), .temperature(let sample, of: _), .quantity(let sample, _):
      guard sample.value.isFinite else { fatalError("a value that is no number") }
    default: break
    }
  }
}
