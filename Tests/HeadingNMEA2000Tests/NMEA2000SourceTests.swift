import HeadingSensing
import Synchronization
import Testing

@testable import HeadingNMEA2000

/// The source on interfaces that cannot be used; the kernel's own are tried by Tests/RealKernel.
struct NMEA2000SourceTests {
  private final class Sink: SensorSink {
    let (notices, writer) = AsyncStream.makeStream(of: SensorNotice.self)
    let states = Mutex<[SensorStatus.State]>([])

    func deliver(_ event: SensorEvent) {
      if case .status(let status) = event { states.withLock { $0.append(status.state) } }
    }

    func notice(_ notice: SensorNotice) { writer.yield(notice) }
  }

  @Test(.timeLimit(.minutes(1)))
  func `an interface that is not there is reported once, and waited for until the end`() async {
    let sink = Sink()
    let source = NMEA2000Source(NMEA2000Settings(interface: "nocan9"))
    let running = Task { await source.run(delivering: sink) }
    var notices = sink.notices.makeAsyncIterator()
    let first = await notices.next()
    #expect(
      first?.message
        == "NMEA 2000 cannot use nocan9: this machine has no network interface of this name; trying again"
    )
    #expect(sink.states.withLock { $0 } == [.absent])
    running.cancel()
    await running.value
  }

  @Test func `the NAMEs of this machine's outputs are recognised, those of others not`() {
    let machine = NMEA2000Name.OfMachine()
    // The loopback interface is always there.
    for instance: UInt8 in [0, 1, 252] {
      #expect(machine.has(.own(interface: "lo", instance: instance)))
    }
    #expect(!machine.has(.own(interface: "nocan9", instance: 0)))
    #expect(!machine.has(NMEA2000Name(unique: 1, instance: 0)))
  }
}
