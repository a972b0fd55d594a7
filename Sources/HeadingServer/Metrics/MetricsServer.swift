import HeadingRuntime
import HeadingStorage
import Logging
import NIOCore
import NIOHTTP1
import NIOPosix

/// Serves `/metrics` and `/healthz` over HTTP.
struct MetricsServer: Sendable {
  /// Pause before a port that could not be had is tried again.
  private static let retry = Duration.seconds(5)

  let configuration: MetricsConfiguration
  let service: HeadingService
  let load: @Sendable () async -> ServerLoad

  /// Serves until the task is cancelled.
  func run(logger: Logger) async {
    guard let port = configuration.port else { return }
    var isTold = false
    while !Task.isCancelled {
      do {
        let channel = try await bootstrap.bind(host: configuration.address, port: port).get()
        logger.info("metrics at http://\(configuration.address):\(port)/metrics")
        await withTaskCancellationHandler {
          try? await channel.closeFuture.get()
        } onCancel: {
          channel.close(promise: nil)
        }
      } catch {
        if !isTold { logger.warning("port \(port) for metrics cannot be had: \(error)") }
        isTold = true
      }
      do { try await Task.sleep(for: Self.retry) } catch { return }
    }
  }

  private var bootstrap: ServerBootstrap {
    ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.configureHTTPServerPipeline(
            withErrorHandling: true)
          try channel.pipeline.syncOperations.addHandlers([
            IdleStateHandler(allTimeout: .seconds(30)),
            MetricsHandler { await answer(to: $0) },
          ])
        }
      }
  }

  /// The answer to a GET of a path.
  func answer(to path: String) async -> MetricsAnswer {
    switch path {
    case "/metrics":
      let text = MetricsText(service.report, load: await load()).text
      return MetricsAnswer(
        status: .ok, type: "text/plain; version=0.0.4; charset=utf-8", body: text)
    case "/healthz":
      let health = Health(service.report)
      return MetricsAnswer(
        status: health.isGood ? .ok : .serviceUnavailable, type: "text/plain; charset=utf-8",
        body: health.line + "\n")
    default:
      return MetricsAnswer(
        status: .notFound, type: "text/plain; charset=utf-8",
        body: "there are /metrics and /healthz\n")
    }
  }
}
