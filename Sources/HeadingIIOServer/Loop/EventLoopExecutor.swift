package import NIOCore

/// Runs tasks on an event loop's thread instead of Swift's thread pool, which computations can
/// block.
///
/// A served device keeps its timing also while its readers compute.
package final class EventLoopExecutor: TaskExecutor {
  private let loop: any EventLoop

  /// Creates an executor of a loop.
  package init(_ loop: any EventLoop) { self.loop = loop }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    loop.execute { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
