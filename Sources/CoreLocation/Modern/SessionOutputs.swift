import HeadingAuthorization
import Synchronization

/// Distributes the changes of a session's state to its readers.
final class SessionOutputs<Diagnostic: Sendable>: Sendable {
  private struct State {
    var outputs: [AsyncStream<Diagnostic>.Continuation] = []
    var observation: UInt64?
    var isClosed = false
  }

  private let state = Mutex(State())

  func open(_ center: AuthorizationCenter, _ make: @escaping @Sendable () -> Diagnostic?) {
    let observation = center.observe { [weak self] in
      guard let self, let diagnostic = make() else { return }
      for output in self.state.withLock({ $0.outputs }) { output.yield(diagnostic) }
    }
    state.withLock { $0.observation = observation }
  }

  func stream(_ first: Diagnostic) -> AsyncStream<Diagnostic> {
    let (stream, output) = AsyncStream.makeStream(of: Diagnostic.self)
    let isClosed = state.withLock { state in
      if !state.isClosed { state.outputs.append(output) }
      return state.isClosed
    }
    if isClosed {
      output.finish()
    } else {
      output.yield(first)
    }
    return stream
  }

  /// Ends the streams; returns true at the first call.
  @discardableResult
  func close(_ center: AuthorizationCenter) -> Bool {
    let (outputs, observation, isFirst) = state.withLock { state in
      let isFirst = !state.isClosed
      state.isClosed = true
      defer { (state.outputs, state.observation) = ([], nil) }
      return (state.outputs, state.observation, isFirst)
    }
    for output in outputs { output.finish() }
    if let observation { center.unobserve(observation) }
    return isFirst
  }
}
