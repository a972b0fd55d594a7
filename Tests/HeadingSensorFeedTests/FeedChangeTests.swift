import HeadingSensing
import Testing

@testable import HeadingSensorFeed

/// Senders that change their declarations.
struct FeedChangeTests {
  private let start = BootTime(seconds: 1000)

  private func declaration(_ device: String, unit: String = "microtesla") -> String {
    """
    {"feed":1,"device":"\(device)","sensors":[{"name":"magn","quantity":"magnetic_field",\
    "unit":"\(unit)","axes":"x=right,y=forward,z=up","range":4,"rate":50}]}

    """
  }

  private func take(
    _ session: inout FeedSession, _ text: String, at seconds: Double
  ) -> [FeedOutput] {
    session.take(Array(text.utf8)[...], at: start.advanced(bySeconds: seconds), claim: { _ in nil })
  }

  private func declared(_ outputs: [FeedOutput]) -> [String] {
    outputs.compactMap { output in
      if case .declared(let declaration) = output { return declaration.device }
      return nil
    }
  }

  private func refusals(_ outputs: [FeedOutput]) -> [String] {
    outputs.compactMap { output in
      if case .refusal(let reason) = output { return reason }
      return nil
    }
  }

  private func fields(_ outputs: [FeedOutput]) -> [Double] {
    outputs.flatMap { output -> [Double] in
      guard case .events(let events) = output else { return [] }
      return events.compactMap { event in
        if case .magneticField(let sample) = event { return sample.value.x }
        return nil
      }
    }
  }

  @Test func `a declaration that changes all the time is refused with the reason, once`() {
    var session = FeedSession(endpoint: "test", format: .json)
    var (outputs, values): ([FeedOutput], [Double]) = ([], [])
    for index in 0..<1000 {
      let time = Double(index) * 0.05
      let name = index % 2 == 0 ? "a" : "b"
      outputs += take(
        &session, declaration(name, unit: name == "a" ? "gauss" : "microtesla"), at: time)
      let new = take(&session, #"{"magn":[1,0,0]}"# + "\n", at: time + 0.01)
      values += fields(new)
      outputs += new
    }
    #expect(declared(outputs) == ["a"])
    #expect(refusals(outputs).count == 1)
    #expect(refusals(outputs).first?.contains("more often than once a second") ?? false)
    // 1 µT would be a sample of the declaration that was refused.
    #expect(values.count > 400 && values.allSatisfy { $0 == 1e-4 })
  }

  @Test func `a change is used after a second of rest, and repeated until then without samples`() {
    var session = FeedSession(endpoint: "test", format: .json)
    #expect(declared(take(&session, declaration("a"), at: 0)) == ["a"])
    #expect(declared(take(&session, declaration("a"), at: 5)).isEmpty)
    #expect(declared(take(&session, declaration("b"), at: 6)) == ["b"])
    #expect(refusals(take(&session, declaration("c"), at: 6.5)).count == 1)
    #expect(fields(take(&session, #"{"magn":[1,0,0]}"# + "\n", at: 6.6)).isEmpty)
    #expect(declared(take(&session, declaration("c"), at: 7.4)).isEmpty)
    #expect(declared(take(&session, declaration("c"), at: 8.4)) == ["c"])
    #expect(fields(take(&session, #"{"magn":[1,0,0]}"# + "\n", at: 8.5)) == [1e-6])
  }

  @Test func `samples after a declaration that cannot be are not read by the one before`() {
    var session = FeedSession(endpoint: "test", format: .json)
    _ = take(&session, declaration("a"), at: 0)
    let wrong = take(&session, declaration("a", unit: "pascal"), at: 5)
    #expect(refusals(wrong).first?.contains("in pascal") ?? false)
    #expect(take(&session, #"{"magn":[1,0,0]}"# + "\n", at: 5.1).isEmpty)
    #expect(take(&session, #"{"other":[1,0,0]}"# + "\n", at: 5.2).isEmpty)
    _ = take(&session, declaration("a"), at: 6)
    #expect(fields(take(&session, #"{"magn":[1,0,0]}"# + "\n", at: 6.1)) == [1e-6])
  }

  @Test func `samples of a refused binary declaration are not read by the one before`() {
    var session = FeedSession(endpoint: "test", format: .binary)
    func take(_ bytes: [UInt8], at seconds: Double) -> [FeedOutput] {
      session.take(bytes[...], at: start.advanced(bySeconds: seconds), claim: { _ in nil })
    }
    let device = Frames.device("b", clock: 0, bits: 0, count: 1)
    let gauss = Frames.sensor(0, "m", quantity: 1, unit: 3, range: 4, rate: 50)
    let sample = Frames.sample(0, time: nil, [1, 0, 0])
    #expect(fields(take(device + gauss + sample, at: 0)) == [1e-4])
    let tesla = Frames.sensor(0, "m", quantity: 1, unit: 1, range: 0.01, rate: 50)
    #expect(fields(take(device + tesla + sample, at: 0.5)).isEmpty)
    #expect(fields(take(device + gauss + sample, at: 1)) == [1e-4])
    let unknown = Frames.sensor(0, "m", quantity: 99, unit: 1, range: 4, rate: 50)
    #expect(fields(take(device + unknown + sample, at: 3)).isEmpty)
  }
}
