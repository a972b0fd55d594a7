import HeadingSensing

/// A simulated source that does not say what it is: it stands for a real one.
struct UnmarkedSource: SensorSource {
  private struct Sink<Base: SensorSink>: SensorSink {
    let base: Base

    func deliver(_ event: SensorEvent) {
      if case .simulated = event { return }
      base.deliver(event)
    }

    func notice(_ notice: SensorNotice) { base.notice(notice) }
  }

  private let base: any SensorSource

  init(_ base: any SensorSource) { self.base = base }

  var name: String { base.name }

  func run(delivering sink: some SensorSink) async { await base.run(delivering: Sink(base: sink)) }
}
