import NIOCore

/// Runs tasks on an event loop's thread instead of Swift's thread pool, which computations can
/// block.
///
/// A simulated device keeps its timing also while its readers compute.
final class EventLoopExecutor: TaskExecutor {
  private let loop: any EventLoop

  init(_ loop: any EventLoop) { self.loop = loop }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    loop.execute { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
