import Glibc
import HeadingProtocol
import HeadingSensing
import HeadingStorage
import Testing

@testable import HeadingAuthorization

/// Which level a peer has, and what a level sees.
struct AccessPolicyTests {
  private let stranger = PeerCredentials(process: 1, user: 54_321, group: 54_321)

  @Test func `by default the daemon's user controls, its group reads all, others are refused`() {
    let policy = AccessPolicy(group: "54322")
    let own = PeerCredentials(process: getpid(), user: getuid(), group: getgid())
    #expect(policy.level(of: own, book: .system) == .control)
    #expect(
      policy.level(of: PeerCredentials(process: 1, user: 0, group: 0), book: .system) == .control)
    var member = stranger
    member.group = 54_322
    #expect(policy.level(of: member, book: .system) == .full)
    #expect(policy.level(of: stranger, book: .system) == AccessLevel.none)
    #expect(policy.tcp == .heading)
  }

  @Test func `the highest level that names a peer applies, by name and by number`() {
    var configuration = AccessConfiguration()
    configuration.heading = ["everyone"]
    configuration.reduced = ["group:daemon", "user:no-such-user"]
    configuration.full = ["user:54321"]
    configuration.control = []
    configuration.tcp = "reduced"
    let policy = AccessPolicy(configuration, group: "iio")
    #expect(policy.level(of: stranger, book: .system) == .full)
    var other = stranger
    other.user = 54_322
    #expect(policy.level(of: other, book: .system) == .heading)
    // The user `daemon` has the number and the group 1 on every Debian.
    #expect(
      policy.level(of: PeerCredentials(process: 1, user: 1, group: 65_534), book: .system)
        == .reduced)
    #expect(
      policy.level(of: PeerCredentials(process: 1, user: 0, group: 0), book: .system) == .heading)
    #expect(policy.tcp == .reduced)
  }

  @Test func `a message shows a level what it may see`() {
    var message = SolutionMessage(
      bootTime: 1, headingAxis: "+y", status: .invalid, reasons: [], simulated: true, latency: 0)
    message.magneticHeading = 10.1
    message.trueHeading = 13.7
    message.trueHeadingAccuracy = 1.234
    message.declination = 3.6
    message.latitude = 47.3712
    message.longitude = 8.5423
    message.horizontalAccuracy = 3
    message.altitude = 408
    message.speed = 1
    message.course = 90
    message.velocity = [1, 0, 0]
    message.pressure = 96_000
    var coarse = ReducedAccuracyFilter()
    #expect(message.visible(to: ViewerRights(.full), coarse: &coarse) == message)
    #expect(message.visible(to: ViewerRights(.control), coarse: &coarse) == message)
    let reduced = message.visible(to: ViewerRights(.reduced), coarse: &coarse)
    // The middle of the cell from 47.35 to 47.4, which is 0.05 / cos 47.375° wide.
    #expect(abs((reduced.latitude ?? 0) - 47.375) < 1e-9)
    // Messages have eight decimals.
    #expect(abs((reduced.longitude ?? 0) - 115.5 * 0.05 / cos(47.375 * .pi / 180)) < 5.1e-9)
    #expect(reduced.horizontalAccuracy == 5000)
    #expect(reduced.reasons.last == "place_reduced")
    let heading = message.visible(to: ViewerRights(.heading), coarse: &coarse)
    #expect(heading.latitude == nil && heading.longitude == nil)
    #expect(heading.reasons.last == "place_withheld")
    for message in [reduced, heading] {
      #expect(message.magneticHeading == 10.1)
      // Their difference tells no more than the declination does.
      #expect(message.trueHeading == 14.1 && message.declination == 4)
      // √(1.234² + 0.5²) = 1.33145…
      #expect(message.trueHeadingAccuracy == 1.331)
      #expect(message.altitude == nil && message.pressure == nil && message.course == nil)
      #expect(message.velocity == nil)
    }
  }
}
