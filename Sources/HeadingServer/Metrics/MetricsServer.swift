import HeadingRuntime
import HeadingStorage
import Logging
import NIOCore
import NIOHTTP1
import NIOPosix

/// Serves `/metrics`, `/healthz` and `/readyz` over HTTP.
struct MetricsServer: Sendable {
  /// Delay before the next attempt to bind the port.
  private static let retry = Duration.seconds(5)

  let configuration: MetricsConfiguration
  let service: HeadingService
  let server: @Sendable () -> HeadingServer?
  let load: @Sendable () -> ServerLoad

  /// A separate event loop, which responds even if the publishing loop is blocked.
  private static let loops = MultiThreadedEventLoopGroup(numberOfThreads: 1)

  private let limit = ConnectionLimit(maximum: DescriptorLimit.guests(atMost: 32))

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

  /// The names that requests may use for this server.
  private var hosts: HostNames { HostNames(address: configuration.address) }

  private var bootstrap: ServerBootstrap {
    ServerBootstrap(group: Self.loops)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .serverChannelInitializer { $0.pipeline.addHandler(AcceptPause()) }
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          limit.admit(channel)
          try channel.pipeline.syncOperations.configureHTTPServerPipeline(
            withErrorHandling: true)
          try channel.pipeline.syncOperations.addHandlers([
            IdleStateHandler(allTimeout: .seconds(30)),
            HTTPHandler(hosts: hosts) {
              answer(to: String($0.uri.prefix { $0 != "?" }), accept: $0.headers["Accept"])
            },
          ])
        }
      }
  }

  /// Responds to a GET of a path, with the values of its header `Accept`.
  func answer(to path: String, accept: [String] = []) -> HTTPAnswer {
    let server = server()
    switch path {
    case "/metrics":
      let format = MetricsFormat(accept: accept)
      let text = MetricsText(
        service.report, load: load(), lag: server?.lag ?? 0,
        waits: server?.waits ?? LatencyHistogram(), format: format
      ).text
      return HTTPAnswer(status: .ok, type: format.type, body: ByteBuffer(string: text))
    case "/healthz", "/readyz":
      let health = Health(
        service.report, lag: server?.lag ?? 0, needsHeading: path == "/healthz")
      return HTTPAnswer(
        status: health.isGood ? .ok : .serviceUnavailable, text: health.line + "\n")
    default:
      return HTTPAnswer(status: .notFound, text: "there are /metrics, /healthz and /readyz\n")
    }
  }
}
