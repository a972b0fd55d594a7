import HeadingGeometry
import HeadingSensing
import Testing

@testable import HeadingGNSS

/// The meaning of a connection, with a clock that the test turns.
struct GPSDSessionTests {
  private var session = GPSDSession(endpoint: "here", ageLimit: 3, at: BootTime(seconds: 0))

  private static func report(
    mode: Int, device: String = "a", second: Int? = nil
  ) -> [UInt8] {
    let time = second.map { #","time":"2026-11-21T12:35:0\#($0).000Z""# } ?? ""
    return Array(
      #"{"class":"TPV","device":"\#(device)","mode":\#(mode),"lat":1,"lon":2\#(time)}"#.utf8)
  }

  private static func report(mode: Int, time second: Int) -> [UInt8] {
    let (minutes, seconds) = second.quotientAndRemainder(dividingBy: 60)
    let text = minutes < 10 ? "0\(minutes)" : "\(minutes)"
    let rest = seconds < 10 ? "0\(seconds)" : "\(seconds)"
    let time = "2026-11-21T12:\(text):\(rest).000Z"
    return Array(
      #"{"class":"TPV","device":"a","mode":\#(mode),"lat":1,"lon":2,"time":"\#(time)"}"#.utf8)
  }

  private func states(_ outputs: [GPSDSession.Output]) -> [SensorStatus.State] {
    outputs.compactMap { if case .event(.status(let status)) = $0 { status.state } else { nil } }
  }

  private mutating func clocksTold(_ second: Int, at boot: Double) -> Int {
    clocks(session.receive(Self.report(mode: 3, time: second), at: BootTime(seconds: boot)))
  }

  private func fixes(_ outputs: [GPSDSession.Output]) -> Int {
    outputs.count { if case .event(.fix) = $0 { true } else { false } }
  }

  private func clocks(_ outputs: [GPSDSession.Output]) -> Int {
    outputs.count { if case .event(.clock) = $0 { true } else { false } }
  }

  @Test mutating func `a state is reported once per change`() {
    let first = session.receive(Self.report(mode: 3), at: BootTime(seconds: 1))
    #expect(states(first) == [.present])
    #expect(fixes(first) == 1)
    let second = session.receive(Self.report(mode: 3), at: BootTime(seconds: 2))
    #expect(states(second) == [])
    #expect(fixes(second) == 1)
    #expect(session.check(at: BootTime(seconds: 4.9)) == [])
    #expect(states(session.check(at: BootTime(seconds: 5.1))) == [.silent])
    #expect(session.check(at: BootTime(seconds: 6)) == [])
    #expect(
      states(session.receive(Self.report(mode: 3), at: BootTime(seconds: 7))) == [.present])
  }

  @Test(arguments: [0.1, 1, 2])
  mutating func `silence is detected half a second after a missing report`(
    interval: Double
  ) {
    var last = 0.0
    for index in 1...20 {
      last = Double(index) * interval
      #expect(session.check(at: BootTime(seconds: last - 1e-3)) == [])
      _ = session.receive(Self.report(mode: 3), at: BootTime(seconds: last))
    }
    #expect(session.check(at: BootTime(seconds: last + interval + 0.45)) == [])
    #expect(states(session.check(at: BootTime(seconds: last + interval + 0.55))) == [.silent])
  }

  @Test mutating func `a receiver that becomes slower is reported silent once`() {
    for tenth in 1...100 {
      _ = session.receive(Self.report(mode: 3), at: BootTime(seconds: Double(tenth) / 10))
    }
    var losses = 0
    for tenth in 101...300 {
      let now = BootTime(seconds: Double(tenth) / 10)
      losses += states(session.check(at: now)).count { $0 == .silent }
      if tenth % 10 == 0 { _ = session.receive(Self.report(mode: 3), at: now) }
    }
    #expect(losses == 1)
  }

  @Test mutating func `a second receiver without fix does not disturb the first`() {
    _ = session.receive(Self.report(mode: 3), at: BootTime(seconds: 1))
    let other = session.receive(Self.report(mode: 1, device: "b"), at: BootTime(seconds: 1.5))
    #expect(other == [])
    let rival = session.receive(Self.report(mode: 3, device: "b"), at: BootTime(seconds: 1.6))
    #expect(rival == [])
    // The first falls silent: the second takes over.
    let heir = session.receive(Self.report(mode: 3, device: "b"), at: BootTime(seconds: 4.5))
    #expect(fixes(heir) == 1)
  }

  @Test mutating func `the loss of the used receiver's fix is reported at once`() {
    _ = session.receive(Self.report(mode: 3), at: BootTime(seconds: 1))
    let lost = session.receive(Self.report(mode: 1), at: BootTime(seconds: 1.1))
    #expect(states(lost) == [.failed])
  }

  @Test mutating func `a daemon without receivers is distinguished from a silent receiver`() {
    _ = session.receive(Array(#"{"class":"DEVICES","devices":[]}"#.utf8), at: BootTime(seconds: 0))
    let outputs = session.check(at: BootTime(seconds: 3.1))
    #expect(states(outputs) == [.failed])
    #expect(
      outputs.contains {
        if case .notice(let notice) = $0 { notice.message.contains("DEVICES") } else { false }
      })
  }

  @Test mutating func `the clock is reported once, then for smaller latencies`() {
    let reportedState = clocks(
      session.receive(Self.report(mode: 3, second: 1), at: BootTime(seconds: 1.2)))
    #expect(reportedState == 1)
    let later = clocks(session.receive(Self.report(mode: 3, second: 2), at: BootTime(seconds: 2.4)))
    #expect(later == 0)
    let sooner = clocks(
      session.receive(Self.report(mode: 3, second: 3), at: BootTime(seconds: 3.1)))
    #expect(sooner == 1)
  }

  @Test mutating func `a time step is accepted after ten seconds`() {
    #expect(clocksTold(200, at: 1) == 1)
    // Back for seven seconds, and right again.
    for second in 2...8 { #expect(clocksTold(99 + second, at: Double(second)) == 0) }
    #expect(clocksTold(208, at: 9) == 0)
    // Back for good.
    for second in 10...19 { #expect(clocksTold(99 + second, at: Double(second)) == 0) }
    #expect(clocksTold(119, at: 20) == 1)
    // Each report another time: none of them.
    for second in 21...40 { #expect(clocksTold(200 + second * 3, at: Double(second)) == 0) }
  }

  @Test mutating func `without a fix there is no clock`() {
    let outputs = session.receive(Self.report(mode: 1, second: 1), at: BootTime(seconds: 1))
    #expect(clocks(outputs) == 0)
  }

  @Test mutating func `invalid lines are reported at one, ten, a hundred`() {
    let reportedState = (1...500).count { _ in
      !session.receive(Array("junk".utf8), at: BootTime(seconds: 1)).isEmpty
    }
    #expect(session.invalidLines == 500)
    #expect(reportedState == 3)
  }

  private static func attitude(_ heading: String, device: String) -> [UInt8] {
    Array(#"{"class":"ATT","device":"\#(device)","heading":\#(heading),"pitch":1.5}"#.utf8)
  }

  private func headings(_ outputs: [GPSDSession.Output]) -> [HeadingObservation] {
    outputs.compactMap { if case .event(.heading(let heading)) = $0 { heading } else { nil } }
  }

  @Test mutating func `a dual antenna gives a heading once its receiver has a fix`() {
    let line = Self.attitude("271.25", device: "a")
    #expect(headings(session.receive(line, at: BootTime(seconds: 0.5))) == [])
    _ = session.receive(Self.report(mode: 3), at: BootTime(seconds: 1))
    let reportedState = session.receive(line, at: BootTime(seconds: 1.1))
    #expect(
      headings(reportedState) == [
        HeadingObservation(
          time: BootTime(seconds: 1.1), value: .geographic(Heading(degrees: 271.25)), accuracy: nil)
      ])
    // Said in words once.
    #expect(reportedState.count == 2)
    #expect(session.receive(line, at: BootTime(seconds: 1.3)).count == 1)
    _ = session.receive(Self.report(mode: 1), at: BootTime(seconds: 1.4))
    #expect(session.receive(line, at: BootTime(seconds: 1.5)) == [])
  }

  @Test mutating func `a heading of another device is refused`() {
    _ = session.receive(Self.report(mode: 3), at: BootTime(seconds: 1))
    let line = Self.attitude("271.25", device: "udp://127.0.0.1:10110")
    #expect(session.receive(line, at: BootTime(seconds: 1.1)) == [])
    let unnamed = Array(#"{"class":"ATT","heading":12}"#.utf8)
    #expect(session.receive(unnamed, at: BootTime(seconds: 1.1)) == [])
  }

  @Test(arguments: ["-1", "360.5", "1e300", "null"])
  mutating func `an impossible heading is refused`(heading: String) {
    _ = session.receive(Self.report(mode: 3), at: BootTime(seconds: 1))
    #expect(
      session.receive(Self.attitude(heading, device: "a"), at: BootTime(seconds: 1.1)) == [])
  }

  // gpsd_json(5): a TPV's status is 8 where the receiver simulates.
  @Test mutating func `simulation is reported once, before the first fix`() {
    func marks(_ outputs: [GPSDSession.Output]) -> [Bool] {
      outputs.compactMap { if case .event(.simulated(_, let isOn)) = $0 { isOn } else { nil } }
    }
    func report(_ status: Int) -> [UInt8] {
      Array(
        #"{"class":"TPV","device":"a","mode":3,"status":\#(status),"lat":1,"lon":2}"#.utf8)
    }
    #expect(marks(session.receive(report(2), at: BootTime(seconds: 1))).isEmpty)
    let outputs = session.receive(report(8), at: BootTime(seconds: 2))
    #expect(marks(outputs) == [true])
    let order = outputs.compactMap { output -> String? in
      switch output {
      case .event(.simulated): "mark"
      case .event(.fix): "fix"
      default: nil
      }
    }
    #expect(order == ["mark", "fix"])
    #expect(marks(session.receive(report(8), at: BootTime(seconds: 3))).isEmpty)
  }
}
