import CoreLocation
import Glibc

/// Memory that a program holds after many callbacks, and after many managers, on a thread of its own.
final class MemoryTrial: NSObject, CLLocationManagerDelegate {
  /// The most that the resident memory may grow by, bytes.
  private static let bound = 8_000_000

  private var callbacks = 0

  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) { callbacks += 1 }

  /// Size of the process's resident memory, bytes.
  private static var memory: Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * sysconf(CInt(_SC_PAGESIZE))
  }

  private func wait(for count: Int) {
    while callbacks < count {
      _ = RunLoop.current.run(mode: .default, before: .distantFuture)
    }
  }

  /// Causes callbacks: a region that is too large is answered by an error.
  private func takeCallbacks(_ count: Int) {
    let manager = CLLocationManager()
    manager.delegate = self
    wait(for: callbacks + 1)
    for _ in 0..<(count / 100) {
      let before = callbacks
      for _ in 0..<100 {
        manager.startMonitoring(
          for: CLCircularRegion(
            center: CLLocationCoordinate2D(latitude: 0, longitude: 0), radius: 1e9,
            identifier: "too large"))
      }
      wait(for: before + 100)
    }
  }

  func locationManager(
    _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?, withError error: any Error
  ) {
    callbacks += 1
  }

  /// Creates managers that receive their authorization, one after the other.
  private func makeManagers(_ count: Int) {
    for _ in 0..<count {
      let manager = CLLocationManager()
      manager.delegate = self
      wait(for: callbacks + 1)
    }
  }

  /// Prints the growth of the memory; returns whether both are within the bound.
  static func run(callbacks: Int = 1_000_000, managers: Int = 200_000) -> Bool {
    final class Outcome { var isFlat = true }
    let outcome = Outcome()
    let end = DispatchSemaphore(value: 0)
    nonisolated(unsafe) let shared = outcome
    Thread.detachNewThread {
      let trial = MemoryTrial()
      func measure(_ what: String, _ count: Int, _ load: (Int) -> Void) {
        load(count / 20)
        let before = memory
        load(count)
        let growth = memory - before
        let line = "%d %@: memory grows by %.1f MB (at most %.0f MB)"
        print(String(format: line, count, what, Double(growth) / 1e6, Double(bound) / 1e6))
        if growth > bound { shared.isFlat = false }
      }
      measure("callbacks", callbacks) { trial.takeCallbacks($0) }
      measure("managers", managers) { trial.makeManagers($0) }
      end.signal()
    }
    end.wait()
    return outcome.isFlat
  }
}
