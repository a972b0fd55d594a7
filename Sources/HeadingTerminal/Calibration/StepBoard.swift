import HeadingSensing
import Synchronization

/// Steps under way: fed by sensors and keys, read by each frame.
final class StepBoard<Steps: GuidedSteps>: Sendable {
  private let state: Mutex<Steps>

  init(_ steps: Steps) { state = Mutex(steps) }

  var steps: Steps { state.withLock { $0 } }

  /// Takes an event, and says whether there is nothing left to do.
  func add(_ event: SensorEvent) -> Bool {
    state.withLock { steps in
      _ = steps.add(event)
      return steps.isFinished
    }
  }

  /// Follows a key, and says whether there is nothing left to do.
  func press(_ key: GuideKey?) -> Bool {
    state.withLock { steps in
      if key == .restart { steps.restart() }
      if key == .accept { steps.accept() }
      return steps.isFinished
    }
  }
}
