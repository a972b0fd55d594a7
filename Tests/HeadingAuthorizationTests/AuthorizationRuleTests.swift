import Foundation
import Glibc
import HeadingGeometry
import HeadingProtocol
import HeadingTesting
import Testing

@testable import HeadingAuthorization

/// What programs may know: the rules, and where decisions are kept.
struct AuthorizationRuleTests {
  private func rules(_ usage: [String: Any] = [:]) -> ProgramAuthorization {
    ProgramAuthorization(program: "/usr/bin/a", user: 1000, usage: UsageDescription(usage))
  }

  @Test func `the administrator's first rule that matches path and user applies, above the user's`()
  {
    var policy = AuthorizationPolicy()
    policy.programs["/usr/bin/a"] = .init(.always)
    policy.rules = [
      .init("/usr/bin/a", user: 1001, .denied), .init("/opt/", .denied),
      .init("/usr/bin/a", user: 1000, .whenInUse, isReduced: true), .init("*", .restricted),
    ]
    let own = rules().authorization(under: policy, areRadiosOff: false)
    #expect(own.grant == .whenInUse && own.isReduced)
    func grant(_ program: String, _ user: UInt32) -> AuthorizationGrant {
      ProgramAuthorization(program: program, user: user, usage: UsageDescription())
        .authorization(under: policy, areRadiosOff: false).grant
    }
    #expect(grant("/usr/bin/a", 1001) == .denied)
    #expect(grant("/opt/vendor/bin/b", 1) == .denied)
    #expect(grant("/opt", 1) == .restricted)
    policy.rules = [.init("/usr/bin/a", .notDetermined), .init("*", .denied)]
    #expect(grant("/usr/bin/a", 1) == .always)
    #expect(grant("/usr/bin/b", 1) == .denied)
    // Nobody is asked about what the administrator has decided.
    policy.rules = [.init("*", .whenInUse, isReduced: true)]
    let usage = ["NSLocationTemporaryUsageDescriptionDictionary": ["x": "y"]]
    let ruled = rules(usage)
    let current = ruled.authorization(under: policy, areRadiosOff: false)
    for wish in [AuthorizationRequest.whenInUse, .always, .fullAccuracy(purpose: "x")] {
      #expect(ruled.question(for: wish, under: policy, current: current) == nil)
    }
  }

  @Test func `an administrator's file that cannot be read restricts all programs`() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let file = folder.url.appendingPathComponent("authorization.json")
    let decisions = DecisionStore(file: nil, administrator: file) { _ in }
    let store = decisions.store(of: 1000)
    store.change { $0.programs["/usr/bin/a"] = .init(.always) }
    #expect(rules().authorization(under: store.policy, areRadiosOff: false).grant == .always)
    try Data(#"{"rules":[{"program":"*","grant":"no such grant"}]}"#.utf8).write(to: file)
    #expect(decisions.refresh())
    #expect(rules().authorization(under: store.policy, areRadiosOff: false).grant == .restricted)
    try Data(#"{"rules":[{"program":"/usr/bin/a","user":1000,"grant":"denied"}]}"#.utf8)
      .write(to: file)
    #expect(decisions.refresh() && !decisions.refresh())
    #expect(rules().authorization(under: store.policy, areRadiosOff: false).grant == .denied)
  }

  @Test func `decisions persist per user across daemon restarts; a damaged file is ignored`()
    throws
  {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let file = folder.url.appendingPathComponent("decisions.json")
    let nothing = folder.url.appendingPathComponent("none")
    let first = DecisionStore(file: file, administrator: nothing) { _ in }
    #expect(first.decide("/usr/bin/a", user: 1000, .init(.always)))
    #expect(first.decide("/usr/bin/a", user: 1001, .init(.denied)))
    #expect(first.decide("/usr/bin/b", user: 1000, .init(.whenInUse, isReduced: true)))
    #expect(first.decide("/usr/bin/b", user: 1000, nil))
    let second = DecisionStore(file: file, administrator: nothing) { Issue.record("\($0)") }
    #expect(second.decisions == first.decisions && second.decisions.count == 2)
    #expect(second.store(of: 1001).policy.programs["/usr/bin/a"]?.grant == .denied)
    #expect(second.store(of: 1002).policy.programs.isEmpty)
    // One letter of a path: still JSON, but nobody has decided that.
    let text = try String(contentsOf: file, encoding: .utf8)
    try Data(text.replacingOccurrences(of: "/usr/bin/a", with: "/usr/bin/c").utf8).write(to: file)
    nonisolated(unsafe) var complaints: [String] = []
    let third = DecisionStore(file: file, administrator: nothing) { complaints.append($0) }
    #expect(third.decisions.isEmpty)
    #expect(complaints.count == 1 && complaints.first?.contains("damaged") == true)
  }

  @Test
  func `a reduced position is the centre of its cell, which changes at most every 15 minutes`()
    throws
  {
    for (latitude, longitude) in [(37.5665, 126.978), (-33.9, -70.7), (89.99, 10), (0, 0)] {
      let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
      let cell = ReducedAccuracyFilter.cell(of: place)
      #expect(ReducedAccuracyFilter.cell(of: cell) == cell)
      #expect(abs(cell.latitude - latitude) <= 0.025001)
    }
    var coarse = ReducedAccuracyFilter()
    let here = try #require(Coordinate(latitude: 47.3999, longitude: 8.5))
    let there = try #require(Coordinate(latitude: 47.4001, longitude: 8.5))
    let cell = coarse.take(here, time: 100).cell
    #expect(coarse.take(there, time: 101) == (cell, false))
    #expect(coarse.take(there, time: 999) == (cell, false))
    let next = coarse.take(there, time: 1000)
    #expect(next.isNew && next.cell.latitude > cell.latitude)
  }

  @Test func `the daemon reads an executable's Info.plist, and an invalid one does not end it`()
    throws
  {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let program = folder.url.appendingPathComponent("program").path
    func usage(_ text: String) throws -> UsageDescription {
      try folder.put("Info.plist", text)
      return UsageDescription(beside: program)
    }
    func list(_ content: String) -> String {
      "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict>\(content)</dict></plist>"
    }
    let said = try usage(
      list(
        "<key>NSLocationWhenInUseUsageDescription</key><string>To show the way.</string>"
          + "<key>NSLocationDefaultAccuracyReduced</key><true/>"))
    #expect(said.whenInUse == "To show the way." && said.wantsReducedAccuracy)
    let deep = 20_000
    for hostile in [
      list("<key>a</key>" + String(repeating: "<array>", count: deep)),
      list("<key>a</key>" + String(repeating: "<!--</array>--><array>", count: 2000)),
      String(repeating: "(", count: deep), String(repeating: "{a=", count: deep), "bplist00", "",
      String(repeating: " ", count: 70_000),
    ] { #expect(try usage(hostile) == UsageDescription()) }
    try FileManager.default.removeItem(at: folder.url.appendingPathComponent("Info.plist"))
    #expect(mkfifo(folder.url.path + "/Info.plist", 0o600) == 0)
    #expect(UsageDescription(beside: program) == UsageDescription())
  }

  @Test(arguments: [
    "NSLocationAlwaysAndWhenInUseUsageDescription", "NSLocationAlwaysUsageDescription",
    "NSLocationUsageDescription",
  ])
  func `any usage key for always suffices`(_ key: String) {
    #expect(UsageDescription([key: "Why"]).always == "Why")
  }
}
