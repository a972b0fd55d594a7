import Foundation
import HeadingGeometry

@testable import HeadingAuthorization
@testable import HeadingMonitoring

/// What is kept about programs, and what they say of themselves.
enum AuthorizationFuzzing {
  /// `authorization.json`: the administrator's, and one decision of a user's.
  static func decisions(_ bytes: [UInt8]) {
    let data = Data(bytes)
    if let policy = try? JSONDecoder().decode(AuthorizationPolicy.self, from: data) {
      _ = policy.under(policy).record(of: "/usr/bin/x", user: 1)
      _ = policy.restricts("/usr/bin/x")
    }
    _ = try? JSONDecoder().decode([DecisionStore.Decision].self, from: data)
  }

  /// `monitoring.json`: its registrations, which then watch.
  static func watches(_ bytes: [UInt8]) {
    guard
      var registration = try? JSONDecoder().decode(Registration.self, from: Data(bytes)),
      let place = Coordinate(latitude: 47, longitude: 8)
    else { return }
    for time in [1, 1e3, 1e300, .infinity, .nan] {
      _ = registration.take(place, accuracy: 10, time: time)
    }
  }

  /// The property list beside a program.
  static func lists(_ bytes: [UInt8]) {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("fuzz-lists-\(ProcessInfo.processInfo.processIdentifier)")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try? Data(bytes).write(to: folder.appendingPathComponent("Info.plist"))
    _ = UsageDescription(beside: folder.appendingPathComponent("program").path)
  }
}
