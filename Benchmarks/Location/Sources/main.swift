// Latency and cost of a program written for Apple's systems: from the start of headings to the first callback,
// cold (the sensors are opened), warm (another manager runs), and with many managers at once. Then the memory that
// 1 000 000 callbacks and 200 000 managers of a secondary thread leave behind; it fails if that is more than a bound.
//
//   location-benchmark [RUNS] [MANAGERS]
//
// Environment variables name the sensors: see ../location.

import CoreLocation

final class Watch: NSObject, CLLocationManagerDelegate {
  let manager = CLLocationManager()
  private(set) var first: TimeInterval?
  private(set) var count = 0
  private var start = ProcessInfo.processInfo.systemUptime

  func begin() {
    manager.delegate = self
    manager.headingFilter = kCLHeadingFilterNone
    first = nil
    count = 0
    start = ProcessInfo.processInfo.systemUptime
    manager.startUpdatingHeading()
  }

  func locationManager(_ manager: CLLocationManager, didUpdateHeading newHeading: CLHeading) {
    count += 1
    if first == nil { first = ProcessInfo.processInfo.systemUptime - start }
  }
}

func wait(atMost seconds: TimeInterval, until isDone: () -> Bool) {
  let end = Date(timeIntervalSinceNow: seconds)
  while !isDone(), Date() < end {
    _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.005))
  }
}

func processorTime() -> Double {
  var usage = rusage()
  getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
  func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
  return seconds(usage.ru_utime) + seconds(usage.ru_stime)
}

func tell(_ name: String, _ times: [TimeInterval]) {
  let sorted = times.sorted()
  guard let worst = sorted.last else { return print("\(name): no heading came") }
  let median = sorted[sorted.count / 2]
  let line = "%@: median %.0f ms, worst %.0f ms of %d"
  print(String(format: line, name, median * 1e3, worst * 1e3, sorted.count))
}

let arguments = CommandLine.arguments.dropFirst().compactMap { Int($0) }
let runs = arguments.first ?? 10
let managers = arguments.dropFirst().first ?? 100

guard CLLocationManager.headingAvailable() else {
  print("there is no magnetometer")
  exit(1)
}
/// Measures the latencies; its managers end with it, because the memory's trial leaves the main thread no time.
func measureLatency() {
  var cold: [TimeInterval] = []
  for _ in 0..<runs {
    let watch = Watch()
    watch.begin()
    wait(atMost: 5) { watch.first != nil }
    watch.manager.stopUpdatingHeading()
    if let first = watch.first { cold.append(first) }
    // The sensors are closed in a thread of their own.
    wait(atMost: 0.3) { false }
  }
  tell("start to first heading, sensors closed", cold)

  let watches = (0..<managers).map { _ in Watch() }
  let anchor = Watch()
  anchor.begin()
  wait(atMost: 5) { anchor.first != nil }
  for watch in watches { watch.begin() }
  wait(atMost: 5) { watches.allSatisfy { $0.first != nil } }
  tell("start to first heading, \(managers) managers on open sensors", watches.compactMap(\.first))
  let before = processorTime()
  let counts = watches.map(\.count)
  wait(atMost: 5) { false }
  let delivered = zip(watches, counts).map { $0.count - $1 }
  print(
    String(
      format: "%d managers: %d to %d headings each in 5 s, %.1f %% of a core", managers,
      delivered.min() ?? 0, delivered.max() ?? 0, (processorTime() - before) / 5 * 100))
}
measureLatency()
guard MemoryTrial.run() else {
  print("memory is not flat")
  exit(1)
}
