import HeadingSensing

@testable import HeadingGNSS

/// What gpsd sends.
enum ReceiverFuzzing {
  static func take(_ bytes: [UInt8]) {
    var now = BootTime(seconds: 100)
    var lines = LineSplitter(limit: 65_536)
    var session = GPSDSession(endpoint: "localhost:2947", ageLimit: 2, at: now)
    lines.append(bytes) { line in
      for output in session.receive(line, at: now) {
        guard case .event(.fix(let fix)) = output else { continue }
        guard (-90...90).contains(fix.coordinate.latitude), fix.altitude?.isFinite ?? true,
          fix.speed?.isFinite ?? true, fix.horizontalAccuracy.map({ $0 >= 0 }) ?? true
        else { fatalError("a fix that cannot be: \(fix)") }
      }
      now = BootTime(nanoseconds: now.nanoseconds + 100_000_000)
      _ = session.check(at: now)
    }
  }
}
