import Foundation
import HeadingProtocol
import HeadingSensing
import Testing

@testable import HeadingTerminal

struct ExplanationTests {
  private static let style = TerminalStyle(usesColor: false, usesUnicode: true)

  /// 3.1° of magnetic heading and 0.4° of declination.
  private static func message() throws -> SolutionMessage {
    var message = fullMessage()
    let json =
      #"{"noise":0.2,"gyroscope_hold":0,"calibration":1.2,"disturbance":2.7,"local_field":0.8,"#
      + #""tilt":0.01,"declination":0.4}"#
    message.errorTerms = try JSONDecoder().decode(ErrorTermsMessage.self, from: Data(json.utf8))
    message.trueHeadingAccuracy = 3.1
    return message
  }

  @Test func `the terms are listed largest first, each with advice`() throws {
    let text = Explanation(style: Self.style).text(try Self.message())
    #expect(
      text.contains(
        "3.1° = 2.7 disturbance, 1.2 calibration, 0.8 local field, 0.4 declination, 0.2 noise"))
    for line in text.split(separator: "\n") where line.hasPrefix("  ") && line.contains("°  ") {
      #expect(!line.contains("tilt"), "a term of 0.01° is none")
    }
    #expect(text.contains("Move away from magnets"))
  }

  @Test func `the sum of squares is stated only if it equals the bound`() throws {
    #expect(Explanation(style: Self.style).text(try Self.message()).contains("squares add up"))
    var message = try Self.message()
    message.errorTerms?.noise = 182
    message.trueHeadingAccuracy = 122
    let text = Explanation(style: Self.style).text(message)
    #expect(text.contains("122° at most, of 182 noise"), "\(text)")
    #expect(!text.contains("122° =") && !text.contains("squares add up"), "\(text)")
  }

  @Test func `the object has every term with its advice, largest first`() throws {
    let data = try Explanation(style: Self.style).json(try Self.message())
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let terms = try #require(object["terms"] as? [[String: Any]])
    let sizes = terms.compactMap { $0["degrees"] as? Double }
    #expect(sizes == sizes.sorted(by: >) && sizes.count == 7)
    #expect(terms.first?["name"] as? String == "disturbance")
    #expect(terms.allSatisfy { !($0["advice"] as? String ?? "").isEmpty })
  }

  @Test func `without a heading the reasons are named instead`() {
    var message = fullMessage(reasons: [.magnetometerMissing])
    message.magneticHeading = nil
    message.trueHeading = nil
    #expect(
      Explanation(style: Self.style).text(message).contains(
        "magnetometer missing (magnetometer_missing)"))
  }
}
