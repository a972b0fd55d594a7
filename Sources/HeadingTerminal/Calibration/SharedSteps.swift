import HeadingSensing
import Synchronization

/// Shared state of the steps: updated by sensor events and keys, read by each frame.
final class SharedSteps<Steps: GuidedSteps>: Sendable {
  private let state: Mutex<Steps>

  init(_ steps: Steps) { state = Mutex(steps) }

  var steps: Steps { state.withLock { $0 } }

  /// Processes an event; returns whether all steps are done.
  func add(_ event: SensorEvent) -> Bool {
    state.withLock { steps in
      _ = steps.add(event)
      return steps.isFinished
    }
  }

  /// Processes a key; returns whether all steps are done.
  func press(_ key: GuideKey?) -> Bool {
    state.withLock { steps in
      if key == .restart { steps.restart() }
      if key == .accept { steps.accept() }
      return steps.isFinished
    }
  }
}
