import Foundation
import Synchronization
import Testing

@testable import HeadingMAVLink

/// Signatures, compared with pymavlink's and with the rules of the MAVLink guide.
struct SigningTests {
  private let key = MAVLinkKey(text: "passphrase\n")
  private let start = SignatureTime(units: 0x12_3456_789A)

  private func sender(
    _ key: MAVLinkKey?, component: UInt8 = 3, link: UInt8 = 5, from time: SignatureTime
  ) throws -> MAVLinkSender {
    let next = Mutex(time)
    let signer = MAVLinkSigner(key: try #require(key), link: link) {
      next.withLock { time in
        defer { time = time.next }
        return time
      }
    }
    return MAVLinkSender(system: 7, component: component, signer: signer)
  }

  private func parser(present: SignatureTime? = nil) throws -> MAVLinkParser {
    MAVLinkParser(verifier: MAVLinkVerifier(key: try #require(key), present: present ?? start))
  }

  /// The number of frames that are accepted.
  private func accepted(_ bytes: [UInt8], _ parser: inout MAVLinkParser) -> Int {
    var count = 0
    parser.append(bytes) { _ in count += 1 }
    return count
  }

  // MAVLink_attitude_message(1000, 0.1, -0.2, 3.0, 0, 0, 0.5).pack of pymavlink 2.4.50, system 7, component 3,
  // sign_outgoing, link_id 5, timestamp 0x123456789A, secret_key sha256("passphrase").
  @Test func `a signed frame is that of pymavlink`() throws {
    var message = Attitude()
    message.timeBootMs = 1000
    (message.roll, message.pitch, message.yaw) = (0.1, -0.2, 3)
    (message.rollspeed, message.pitchspeed, message.yawspeed) = (0, 0, 0.5)
    var sender = try sender(key, from: start)
    let text = sender.frame(message).map { String(format: "%02x", $0) }.joined()
    #expect(
      text == "fd1c01000007031e0000e8030000cdcccc3dcdcc4cbe0000404000000000000000000000003ff7e8"
        + "059a78563412003337c24da3fd")
  }

  @Test func `a frame of one sender is refused from the next one`() throws {
    var sender = try sender(key, from: start)
    let (one, other) = (sender.frame(Heartbeat()), sender.frame(Heartbeat()))
    let signatures = AcceptedSignatures()
    let verifier = MAVLinkVerifier(key: try #require(key), present: start, accepted: signatures)
    var (first, second) = (MAVLinkParser(verifier: verifier), MAVLinkParser(verifier: verifier))
    #expect(accepted(one, &first) == 1)
    #expect(accepted(one, &second) == 0 && second.refusals == [.past])
    #expect(accepted(other, &second) == 1)
  }

  @Test func `a frame is accepted once`() throws {
    var sender = try sender(key, from: start)
    var parser = try parser()
    let (one, other) = (sender.frame(Heartbeat()), sender.frame(Heartbeat()))
    #expect(accepted(one, &parser) == 1 && accepted(other, &parser) == 1)
    #expect(parser.refusals.isEmpty)
    #expect(accepted(one, &parser) == 0 && accepted(other, &parser) == 0)
    #expect(parser.refusals == [.past])
    // Another link and another component count for themselves.
    for (component, link) in [(3, 6), (4, 5)] as [(UInt8, UInt8)] {
      var another = try self.sender(key, component: component, link: link, from: start)
      #expect(accepted(another.frame(Heartbeat()), &parser) == 1)
    }
  }

  @Test func `what is not signed, or with another key, or changed, is refused`() throws {
    var parser = try parser()
    var unsigned = MAVLinkSender(system: 7, component: 3)
    #expect(accepted(unsigned.frame(Heartbeat()), &parser) == 0)
    #expect(parser.refusals == [.unsigned])
    parser.refusals = []
    var other = try sender(MAVLinkKey(text: "another"), from: start)
    #expect(accepted(other.frame(Heartbeat()), &parser) == 0)
    #expect(parser.refusals == [.wrongSignature])
    parser.refusals = []
    var sender = try sender(key, from: start)
    for index in 1...13 {
      var frame = sender.frame(Heartbeat())
      frame[frame.count - index] ^= 1
      #expect(accepted(frame, &parser) == 0)
    }
    #expect(parser.refusals == [.wrongSignature])
  }

  @Test func `the first frame of a stream is at most a minute old`() throws {
    for (seconds, isAccepted) in [(59, true), (61, false)] as [(UInt64, Bool)] {
      var parser = try parser(present: start.advanced(bySeconds: seconds))
      var sender = try sender(key, from: start)
      #expect(accepted(sender.frame(Heartbeat()), &parser) == (isAccepted ? 1 : 0))
    }
    // The time of an accepted frame counts as the present where the wall clock is behind.
    var parser = try parser(present: SignatureTime(units: 0))
    var ahead = try sender(key, from: start)
    var behind = try sender(key, component: 9, from: SignatureTime(units: 1))
    #expect(accepted(ahead.frame(Heartbeat()), &parser) == 1)
    #expect(accepted(behind.frame(Heartbeat()), &parser) == 0)
  }

  @Test func `a time far ahead does not end the signatures that follow`() throws {
    for present in [start, SignatureTime(units: 0), SignatureTime(secondsSince1970: 1_795_000_000)]
    {
      var parser = try parser(present: present)
      var spoiler = try sender(key, component: 9, from: SignatureTime(units: 1 << 48 - 1))
      #expect(accepted(spoiler.frame(Heartbeat()), &parser) == 0)
      #expect(parser.refusals == [.future])
      var sender = try sender(
        key, from: max(present, SignatureTime(secondsSince1970: 1_795_000_000)))
      #expect(accepted(sender.frame(Heartbeat()), &parser) == 1)
    }
  }

  @Test func `the number of streams is bounded`() throws {
    var parser = try parser()
    for component in UInt8(1)...64 {
      var sender = try sender(key, component: component, from: start)
      #expect(accepted(sender.frame(Heartbeat()), &parser) == 1)
    }
    var sender = try sender(key, component: 65, from: start)
    #expect(accepted(sender.frame(Heartbeat()), &parser) == 0)
    #expect(parser.refusals == [.tooMany])
  }

  @Test func `a key is hexadecimal or the hash of a passphrase, and is never shown`() throws {
    let hexadecimal = String(repeating: "0fA5", count: 16)
    let key = try #require(MAVLinkKey(text: " \(hexadecimal)\r\n"))
    #expect(key.bytes == Array(repeating: [0x0F, 0xA5], count: 16).flatMap(\.self))
    #expect(MAVLinkKey(text: "passphrase")?.bytes == SHA256.hash("passphrase".utf8))
    #expect(MAVLinkKey(text: " \n") == nil && MAVLinkKey(bytes: [1]) == nil)
    var dumped = ""
    dump(key, to: &dumped)
    #expect("\(key)\(String(reflecting: key))\(dumped)".contains("secret"))
    #expect(!"\(key)\(String(reflecting: key))\(dumped)".contains("165"))
  }

  // The guide: units of 10 µs since the 1st of January 2015, GMT; 48 bits.
  @Test func `times before 2015 and beyond 48 bits are limited`() {
    #expect(SignatureTime(secondsSince1970: 1_420_070_401).units == 100_000)
    for seconds in [0, -Double.infinity, -1e300] {
      #expect(SignatureTime(secondsSince1970: seconds).units == 0)
    }
    for seconds in [1e12, 1e300, Double.infinity] {
      #expect(SignatureTime(secondsSince1970: seconds).units == 1 << 48 - 1)
    }
    #expect(SignatureTime(secondsSince1970: .nan).units == 0)
    #expect(SignatureTime(units: .max).next.advanced(bySeconds: .max).units == 1 << 48 - 1)
  }

  @Test func `times increase also when the clock goes back and over a restart`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("state/time").path
    let wall = Mutex(start)
    func clock() -> SigningClock { SigningClock(file: file) { wall.withLock { $0 } } }
    let before = clock()
    #expect(before.open() == nil)
    var last = before.next()
    #expect(last == start)
    wall.withLock { $0 = SignatureTime(units: 5) }
    for _ in 0..<100 {
      let next = before.next()
      #expect(next > last)
      last = next
    }
    before.follow(start.advanced(bySeconds: 30))
    last = before.next()
    #expect(last > start.advanced(bySeconds: 30))
    // A machine without a battery-backed clock begins in the past.
    let after = clock()
    #expect(after.open() == nil)
    #expect(after.next() > last)
    #expect(SigningClock(file: "/proc/none/time").open() != nil)
    #expect(SigningClock(file: nil).open() != nil)
  }
}
