import HeadingProtocol
import HeadingStorage
import HeadingTesting
import Testing

@testable import HeadingServer

/// The codes that give a phone the web page's token.
struct OneTimeCodeTests {
  @Test func `a code is worth nothing after its use, after five minutes, and after 64 others`() {
    let codes = OneTimeCodes()
    let now = ContinuousClock.now
    let first = codes.issue(at: now)
    #expect(!codes.redeem(""))
    #expect(!codes.redeem(String(first.dropLast()) + "x"))
    #expect(codes.redeem(first, at: now + .seconds(299)))
    #expect(!codes.redeem(first, at: now + .seconds(299)))
    let second = codes.issue(at: now)
    #expect(!codes.redeem(second, at: now + .seconds(300)))
    let third = codes.issue(at: now)
    for _ in 0..<64 { _ = codes.issue(at: now) }
    #expect(!codes.redeem(third, at: now))
  }

  @Test(.timeLimit(.minutes(1))) func `the page gets the token for a code, once`() async throws {
    try await WebTests().serve { entrance in
      // This machine's own page is not for a phone.
      #expect(entrance.answer(phone: true).phone == nil)
      let code = entrance.codes.issue()
      func answer(_ header: String, method: String = "GET") async throws -> [String] {
        let name = "127.0.0.1:\(entrance.configuration.port)"
        return try await WebTests().answer(
          "\(method) /token HTTP/1.1\r\nHost: \(name)\r\n\(header)Connection: close\r\n\r\n",
          at: entrance
        )
      }
      #expect(try await answer("").first == "HTTP/1.1 401 Unauthorized")
      // Nothing that carries no token uses it up.
      let head = try await answer("X-Headingd-Code: \(code)\r\n", method: "HEAD")
      #expect(head.first == "HTTP/1.1 401 Unauthorized")
      let both = "X-Headingd-Code: \(code)\r\nX-Headingd-Code: other\r\n"
      #expect(try await answer(both).first == "HTTP/1.1 401 Unauthorized")
      let taken = try await answer("X-Headingd-Code: \(code)\r\n")
      #expect(taken.first == "HTTP/1.1 200 OK" && taken.last == entrance.token.text)
      let again = try await answer("X-Headingd-Code: \(code)\r\n")
      #expect(again.first == "HTTP/1.1 401 Unauthorized")
      #expect(!again.contains { $0.contains(entrance.token.text) })
    }
  }
}
