import Foundation
import HeadingGeometry
import HeadingSensing
import Testing

@testable import HeadingSensorFeed

struct FeedSessionTests {
  private static let declaration = """
    {"feed":1,"device":"rover","clock":{"unit":"us","bits":32},"sensors":[\
    {"name":"magn","quantity":"magnetic_field","unit":"microtesla","axes":"x=forward,y=left,z=up",\
    "range":400,"rate":50},\
    {"name":"press","quantity":"pressure","unit":"hectopascal","range":1200,"rate":10}]}

    """

  private let start = BootTime(seconds: 1000)

  private func session(_ format: FeedFormat = .auto) -> FeedSession {
    FeedSession(endpoint: "test", format: format)
  }

  private func take(
    _ session: inout FeedSession, _ text: String, at seconds: Double = 0
  ) -> [FeedOutput] {
    session.take(
      Array(text.utf8)[...], at: start.advanced(bySeconds: seconds), claim: { _ in nil })
  }

  private func events(_ outputs: [FeedOutput]) -> [SensorEvent] {
    outputs.flatMap { output in
      if case .events(let events) = output { return events }
      return []
    }
  }

  private func notices(_ outputs: [FeedOutput]) -> [String] {
    outputs.compactMap { output in
      if case .notice(let notice) = output { return notice.message }
      return nil
    }
  }

  private func fields(_ outputs: [FeedOutput]) -> [VectorSample] {
    events(outputs).compactMap { event in
      if case .magneticField(let sample) = event { return sample }
      return nil
    }
  }

  @Test func `a declared sample arrives in SI and body axes, at its mapped time`() throws {
    var session = session()
    _ = take(&session, Self.declaration)
    let outputs = take(&session, #"{"t":5000000,"magn":[10,-20,30],"press":1013.25}"# + "\n")
    let field = try #require(fields(outputs).first)
    // x forward, y left, z up: the body's x is −y of the chip, its y is x.
    #expect((field.value - Vector3(20e-6, 10e-6, 30e-6)).length < 1e-12)
    #expect(field.time == start)
    #expect(
      events(outputs).contains(.pressure(ScalarSample(time: start, value: 101_325))))
    for kind in [SensorKind.magnetometer, .barometer] {
      #expect(
        events(outputs).contains(
          .status(SensorStatus(time: start, sensor: kind, state: .present))))
    }
    // 20 ms of the sender's clock later, delayed by 7 ms: the time is the sender's.
    let late = take(&session, #"{"t":5020000,"magn":[10,-20,30]}"# + "\n", at: 0.027)
    #expect(abs(try #require(fields(late).first).time.seconds(since: start) - 0.02) < 1e-4)
  }

  @Test(arguments: [
    (FeedUnit.tesla, 50e-6, 50e-6), (.microtesla, 50, 50e-6), (.gauss, 0.5, 50e-6),
    (.metrePerSecondSquared, 3, 3), (.standardGravity, 2, 19.6133), (.radianPerSecond, 1.5, 1.5),
    (.degreePerSecond, 180, Double.pi),
  ])
  func `vector units are those of the International System`(
    _ unit: FeedUnit, _ value: Double, _ expected: Double
  ) throws {
    var session = session()
    _ = take(
      &session,
      """
      {"feed":1,"device":"a","sensors":[{"name":"v","quantity":"\(unit.quantity.name)",\
      "unit":"\(unit.name)","axes":"x=right,y=forward,z=up","range":\(value * 2),"rate":50}]}

      """)
    let found = events(take(&session, "{\"v\":[0,\(value),0]}\n")).compactMap { event in
      switch event {
      case .magneticField(let sample), .acceleration(let sample), .angularRate(let sample):
        sample.value.y
      default: nil
      }
    }
    #expect(found.count == 1 && abs(found[0] / expected - 1) < 1e-12, "\(found)")
  }

  @Test func `celsius and per cent belong to their sensors`() {
    var session = session()
    _ = take(
      &session,
      """
      {"feed":1,"device":"a","sensors":[{"name":"p","quantity":"pressure","unit":"pascal",\
      "range":120000,"rate":10},{"name":"temp","quantity":"temperature","unit":"celsius","range":85,\
      "rate":1,"of":"p"},{"name":"rh","quantity":"relative_humidity","unit":"percent","range":100,\
      "rate":1}]}

      """)
    let found = events(take(&session, #"{"temp":25,"rh":40}"# + "\n"))
    #expect(
      found.contains(.temperature(ScalarSample(time: start, value: 298.15), of: .barometer)))
    #expect(found.contains(.quantity(ScalarSample(time: start, value: 40), .relativeHumidity)))
  }

  @Test func `the binary form gives the same events as JSON`() {
    var session = session()
    let bytes =
      Frames.device("rover", clock: 3, bits: 32, count: 2)
      + Frames.sensor(
        0, "magn", quantity: 1, unit: 2, axes: [2, 1, 4], range: 400, rate: 50)
      + Frames.sensor(1, "press", quantity: 4, unit: 9, range: 1200, rate: 10)
      + Frames.sample(0, time: 5_000_000, [10, -20, 30])
    let binary = session.take(bytes[...], at: start, claim: { _ in nil })
    var other = self.session()
    _ = take(&other, Self.declaration)
    let text = take(&other, #"{"t":5000000,"magn":[10,-20,30]}"# + "\n")
    #expect(fields(binary) == fields(text) && fields(binary).count == 1)
    #expect(session.declaration == other.declaration)
  }

  @Test func `samples without a declaration are refused with the reason, once`() {
    var session = session()
    let first = take(&session, #"{"magn":[1,2,3]}"# + "\n")
    #expect(
      first.contains { output in
        if case .refusal(let reason) = output { return reason.contains("without a declaration") }
        return false
      })
    #expect(take(&session, #"{"magn":[1,2,3]}"# + "\n").isEmpty)
  }

  @Test(arguments: [
    (#""unit":"gauss""#, #""unit":"pascal""#, "in pascal"),
    (#""range":400"#, #""range":4e9"#, "range"), (#""range":400"#, #""range":-1"#, "range"),
    (#""rate":50"#, #""rate":0"#, "rate"), (#""name":"m""#, #""name":"a b""#, "name"),
    (#""feed":1"#, #""feed":2"#, "version"),
    (#""quantity":"magnetic_field""#, #""quantity":"x""#, "quantity"),
    (#""axes":"x=right,y=forward,z=up","#, "", "axes"),
    (#""device":"d""#, #""device":"../d""#, "device"),
  ])
  func `a declaration that cannot be is refused with the reason`(
    _ old: String, _ new: String, _ reason: String
  ) {
    var session = session()
    let good = """
      {"feed":1,"device":"d","sensors":[{"name":"m","quantity":"magnetic_field","unit":"gauss",\
      "axes":"x=right,y=forward,z=up","range":4,"rate":50}]}

      """.replacingOccurrences(of: #""range":4,"#, with: #""range":400,"#)
    let outputs = take(&session, good.replacingOccurrences(of: old, with: new))
    #expect(session.declaration == nil)
    #expect(notices(outputs).contains { $0.contains(reason) }, "\(outputs)")
  }

  @Test func `axes that are not perpendicular make the sensor misaligned, not turned`() {
    var session = session()
    let outputs = take(
      &session,
      Self.declaration.replacingOccurrences(of: "x=forward,y=left,z=up", with: "x=up,y=up"))
    #expect(notices(outputs).contains { $0.contains("not perpendicular") })
    let sample = take(&session, #"{"t":1,"magn":[10,-20,30]}"# + "\n")
    #expect(fields(sample).isEmpty)
    #expect(
      events(sample) == [
        .status(SensorStatus(time: start, sensor: .magnetometer, state: .misaligned))
      ])
  }

  @Test func `a clock of 32 bits wraps without a step`() throws {
    var session = session()
    _ = take(&session, Self.declaration)
    var clock: UInt32 = .max - 1_000_000
    for index in 0..<200 {
      let outputs = take(&session, "{\"t\":\(clock),\"magn\":[1,2,3]}\n", at: Double(index) * 0.02)
      #expect(
        abs(try #require(fields(outputs).first).time.seconds(since: start) - Double(index) * 0.02)
          < 1e-3)
      #expect(notices(outputs).isEmpty, "\(notices(outputs))")
      clock &+= 20_000
    }
  }

  @Test(arguments: [0.0, 100, 4000]) func `a sender that starts anew is followed at once`(
    _ newStart: Double
  ) {
    var session = session()
    _ = take(&session, Self.declaration)
    for index in 0..<100 {
      _ = take(
        &session, "{\"t\":\(1_000_000_000 + index * 20_000),\"magn\":[1,2,3]}\n",
        at: Double(index) * 0.02)
    }
    // Some ten seconds later it is there again, its clock at another time.
    var count = 0
    for index in 0..<100 {
      let time = 12 + Double(index) * 0.02
      let outputs = take(
        &session, "{\"t\":\(Int(newStart * 1e6) + index * 20_000),\"magn\":[1,2,3]}\n", at: time)
      for field in fields(outputs) {
        count += 1
        #expect(abs(field.time.seconds(since: start) - time) < 0.05)
      }
    }
    #expect(count > 95)
  }

  @Test func `repetitions, late samples, values beyond the range and no numbers are not used`() {
    var session = session()
    _ = take(&session, Self.declaration)
    _ = take(&session, #"{"t":100000,"magn":[1,2,3]}"# + "\n")
    for (line, word) in [
      (#"{"t":100000,"magn":[1,2,3]}"#, "repeats"),
      (#"{"t":90000,"magn":[1,2,3]}"#, "out of order"),
      (#"{"t":120000,"magn":[900,2,3]}"#, "range"),
      (#"{"t":140000,"magn":[1,2]}"#, "three numbers"),
      (#"{"t":160000,"other":[1,2,3]}"#, "did not declare"), (#"{"t":-5,"magn":[1,2,3]}"#, "clock"),
      (#"{"magn":[1,2,3]}"#, "without `t`"),
    ] {
      let outputs = take(&session, line + "\n", at: 0.05)
      #expect(fields(outputs).isEmpty, "\(line)")
      #expect(notices(outputs).contains { $0.contains(word) }, "\(line): \(notices(outputs))")
      #expect(take(&session, line + "\n", at: 0.05).isEmpty, "\(line) is reported once")
    }
    let bytes =
      Frames.device("b", clock: 0, bits: 0, count: 1)
      + Frames.sensor(0, "m", quantity: 1, unit: 2, range: 400, rate: 50)
      + Frames.sample(0, time: nil, [.nan, 1, 2]) + Frames.sample(0, time: nil, [.infinity, 1, 2])
    var binary = self.session(.binary)
    let outputs = binary.take(bytes[...], at: start, claim: { _ in nil })
    #expect(fields(outputs).isEmpty && notices(outputs).contains { $0.contains("no numbers") })
  }

  @Test
  func `a clock in another unit than declared gives the time of arrival, never a compressed one`() {
    for factor in [1000.0, 0.001, 1.5, 0.6] {
      var session = session()
      _ = take(&session, Self.declaration)
      var said = ""
      for index in 0..<600 {
        let time = Double(index) * 0.02
        let outputs = take(
          &session, "{\"t\":\(Int(time * 1e6 * factor) % 4_294_967_296),\"magn\":[1,2,3]}\n",
          at: time)
        said += notices(outputs).joined()
        for field in fields(outputs) {
          let error = abs(field.time.seconds(since: start) - time)
          #expect(error < 0.51)
          if time > 5 { #expect(error < 0.001, "\(factor) at \(time)") }
        }
        if time > 5 { #expect(fields(outputs).count == 1) }
      }
      #expect(said.contains("does not run in its unit"), "\(factor): \(said)")
    }
  }

  @Test func `a rate far from the declared one is reported`() {
    var session = session()
    _ = take(&session, Self.declaration)
    var said: [String] = []
    for index in 0..<60 {
      said += notices(
        take(&session, "{\"t\":\(index * 100_000),\"magn\":[1,2,3]}\n", at: Double(index) * 0.1))
    }
    #expect(said == ["rover on test declares 50 Hz for magn and delivers 10 Hz"])
  }

  @Test func `a sensor that ceases is silent, and absent with its sender`() {
    var session = session()
    _ = take(&session, Self.declaration)
    _ = take(&session, #"{"t":0,"magn":[1,2,3],"press":1000}"# + "\n")
    #expect(session.check(at: start.advanced(bySeconds: 0.9)).isEmpty)
    let late = start.advanced(bySeconds: 1.1)
    #expect(
      events(session.check(at: late)).contains(
        .status(SensorStatus(time: late, sensor: .magnetometer, state: .silent))))
    let outputs = session.end(at: late, because: "it closed its side")
    #expect(
      events(outputs).contains(
        .status(SensorStatus(time: late, sensor: .magnetometer, state: .absent))))
    #expect(
      notices(outputs) == [
        "rover on test is gone, because it closed its side: no magn (magnetic_field), press (pressure)"
      ])
  }

  @Test(arguments: [FeedFormat.auto, .json, .binary]) func `after garbage the next message is read`(
    _ format: FeedFormat
  ) {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<50 {
      var session = session(format)
      // The same second as far as the budget is concerned must not starve the declaration.
      var garbage = (0..<2000).map { _ in UInt8.random(in: 0...255, using: &generator) }
      garbage += [0, 10]
      if format == .binary { garbage.append(0) }
      _ = session.take(garbage[...], at: start, claim: { _ in nil })
      let later = start.advanced(bySeconds: 3)
      let declaration =
        format == .binary
        ? Frames.device("b", clock: 0, bits: 0, count: 1)
          + Frames.sensor(0, "m", quantity: 1, unit: 2, range: 400, rate: 50)
        : Array(Self.declaration.utf8)
      _ = session.take(declaration[...], at: later, claim: { _ in nil })
      #expect(session.declaration != nil)
    }
  }

  @Test func `a flood and endless lines cost a bounded number of messages and events`() {
    var session = session()
    _ = take(&session, Self.declaration)
    var events = 0
    var said: [String] = []
    for second in 0..<10 {
      var text = ""
      for index in 0..<10_000 {
        text += "{\"t\":\(second * 1_000_000 + index * 100),\"magn\":[1,2,3]}\n"
      }
      let outputs = take(&session, text, at: Double(second))
      events += self.events(outputs).count
      said += notices(outputs)
    }
    // Four times 60 samples a second, and 20.
    #expect(events < 11 * 270)
    #expect(said.count < 12, "\(said)")
    let long = take(&session, String(repeating: "x", count: 10_000_000), at: 20)
    #expect(long.isEmpty)
    #expect(notices(take(&session, "\n", at: 21)).contains { $0.contains("longer") })
    #expect(fields(take(&session, #"{"t":22000000,"magn":[1,2,3]}"# + "\n", at: 22)).count == 1)
  }

  @Test func `another sender's sensor is refused and nothing of it is used`() {
    var session = session()
    let outputs = session.take(
      Array(Self.declaration.utf8)[...], at: start, claim: { _ in "declares what is taken" })
    #expect(session.declaration == nil)
    #expect(outputs.contains(.refusal("declares what is taken")))
  }
}
