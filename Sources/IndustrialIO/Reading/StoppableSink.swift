import HeadingClock
import HeadingSensing
import HeadingSystem

/// A sink that discards events and notices after the stop, because a thread that is blocked in the
/// kernel may deliver long after it.
struct StoppableSink: Sendable {
  private let sink: any SensorSink
  private let stop: StopSignal

  init(_ sink: some SensorSink, stop: StopSignal) {
    self.sink = sink
    self.stop = stop
  }

  func deliver(_ event: SensorEvent) {
    if !stop.isSet { sink.deliver(event) }
  }

  func deliver(_ events: [SensorEvent]) {
    if !stop.isSet { sink.deliver(events) }
  }

  func notice(_ severity: SensorNotice.Severity, _ sensor: SensorKind?, _ message: String) {
    if !stop.isSet { sink.notice(SensorNotice(severity, sensor, message)) }
  }

  func status(_ state: SensorStatus.State, of sensor: SensorKind) {
    deliver(.status(SensorStatus(time: SystemClock().bootTime, sensor: sensor, state: state)))
  }
}
