import Foundation
import Glibc
import HeadingTesting
import Testing

@testable import HeadingAuthorization

/// Decisions and property lists whose values are at the ends of their range.
struct ExtremeDocumentTests {
  @Test func `decisions of extreme values are accepted or refused`() throws {
    let policy =
      #"{"location_services":true,"programs":{"/bin/x":{"grant":"always","reduced_accuracy":true,"asked_for_always":true}},"restricted":["*"],"rules":[{"program":"/bin/","user":1,"grant":"denied"}]}"#
    for variant in try Extremes.variants(of: policy) {
      guard
        let value = try? JSONDecoder().decode(AuthorizationPolicy.self, from: Data(variant.utf8))
      else { continue }
      _ = value.record(of: "/bin/x", user: .max)
    }
  }

  @Test(arguments: [
    "<plist><dict><key>NSLocationDefaultAccuracyReduced</key><integer>99999999999999999999</integer></dict></plist>",
    "<plist><dict><key>a</key><real>1e999</real><key>b</key><date>99999999999-01-01T00:00:00Z</date></dict></plist>",
    "<plist><dict><key>a</key><data>====</data></dict></plist>", "<", "<plist>",
    "<plist><integer>-0x8000000000000000000</integer></plist>", "bplist00",
    "<!DOCTYPE plist SYSTEM \"http://127.0.0.1:1/x\"><plist><dict/></plist>",
  ])
  func `property lists of other programs cannot end the daemon`(text: String) throws {
    let folder = try TemporaryFolder()
    try folder.put("Info.plist", text)
    let said = UsageDescription(beside: folder.url.appendingPathComponent("program").path)
    #expect(said.whenInUse == nil)
  }

  @Test func `external references of a property list are not fetched`() throws {
    let bait = try LoopbackSocket.listening()
    let folder = try TemporaryFolder()
    let secret = try folder.put("secret", "secret")
    for type in [
      "SYSTEM \"http://127.0.0.1:\(bait.port)/plist.dtd\"",
      "[<!ENTITY % x SYSTEM \"http://127.0.0.1:\(bait.port)/x\">%x;]",
      "[<!ENTITY x SYSTEM \"file://\(secret)\">]",
    ] {
      try folder.put(
        "Info.plist",
        "<?xml version=\"1.0\"?><!DOCTYPE plist \(type)><plist><dict>"
          + "<key>NSLocationWhenInUseUsageDescription</key><string>&x;</string></dict></plist>")
      let said = UsageDescription(beside: folder.url.appendingPathComponent("program").path)
      #expect(said.whenInUse?.contains("secret") != true)
    }
    var wait = pollfd(fd: bait.descriptor, events: Int16(POLLIN), revents: 0)
    #expect(poll(&wait, 1, 0) == 0, "somebody came for the document type")
  }
}
