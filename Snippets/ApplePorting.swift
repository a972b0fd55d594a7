// What code for Apple's systems often uses, and Foundation on Linux lacks: a timer and an observer that call methods, and
// notifications as a sequence.

import AppleCompatibility
import Foundation
import Synchronization

extension Notification.Name {
  static let turned = Notification.Name("turned")
}

final class Model: Sendable {
  private let turns = Mutex(0)

  // On Apple's systems: @objc func turn(_ timer: Timer), and #selector(turn).
  func turn(_ timer: Timer) {
    let count = turns.withLock { turns in
      turns += 1
      return turns
    }
    NotificationCenter.default.post(name: .turned, object: self, userInfo: ["count": count])
  }

  func note(_ notification: Notification) { print("observed", notification.name.rawValue) }
}

let model = Model()
NotificationCenter.default.addObserver(model, calling: Model.note, name: .turned)
Task {
  let start = CFAbsoluteTimeGetCurrent()
  for await notification in NotificationCenter.default.notifications(named: .turned) {
    autoreleasepool { print("turn", notification.userInfo?["count"] ?? "") }
    guard CFAbsoluteTimeGetCurrent() - start < 1 else { break }
    try await Task.sleep(nanoseconds: NSEC_PER_SEC / 10)
  }
  exit(0)
}
Timer.scheduledTimer(timeInterval: 0.1, target: model, calling: Model.turn, repeats: true)
RunLoop.main.run()
