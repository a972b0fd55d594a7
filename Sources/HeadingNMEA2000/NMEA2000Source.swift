import Glibc
package import HeadingClock
package import HeadingSensing
import HeadingSystem
import Synchronization

/// Positions, headings and speeds through the water of a network of NMEA 2000.
///
/// It reads a SocketCAN interface and claims no address: it sends nothing but requests for the NAMEs
/// of the others. An interface that is not there or down is tried again every second.
package struct NMEA2000Source: SensorSource {
  /// What is read.
  package let settings: NMEA2000Settings

  /// The clock.
  package let clock: any MachineClock

  /// Creates a source that has not been run.
  package init(_ settings: NMEA2000Settings, clock: any MachineClock = SystemClock()) {
    (self.settings, self.clock) = (settings, clock)
  }

  /// The name in messages.
  package var name: String { "NMEA 2000 on \(settings.interface)" }

  /// Delivers events until the task is cancelled.
  package func run(delivering sink: some SensorSink) async {
    guard let stop = StopSignal() else {
      return sink.notice(SensorNotice(.error, nil, "no NMEA 2000: no descriptor can be had"))
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        let isStarted = SystemThread.start {
          NMEA2000Loop(settings: settings, clock: clock, stop: stop, sink: sink).run()
          continuation.resume()
        }
        if !isStarted {
          sink.notice(SensorNotice(.error, nil, "no NMEA 2000: no thread can be had"))
          continuation.resume()
        }
      }
    } onCancel: {
      stop.set()
    }
  }
}
