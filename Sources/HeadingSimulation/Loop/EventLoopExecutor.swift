import NIOCore

/// Runs tasks on an event loop's thread instead of Swift's pool, which whoever computes can hold.
///
/// A simulated device has to keep its time also where the programs and tests that read it do not.
final class EventLoopExecutor: TaskExecutor {
  private let loop: any EventLoop

  init(_ loop: any EventLoop) { self.loop = loop }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    loop.execute { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
