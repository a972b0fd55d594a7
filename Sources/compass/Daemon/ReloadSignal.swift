import HeadingServer
import ServiceLifecycle
import UnixSignals

/// Reloads the configuration of a daemon on SIGHUP.
struct ReloadSignal: Service {
  let daemon: HeadingDaemon

  func run() async {
    for await _ in await UnixSignalsSequence(trapping: .sighup).cancelOnGracefulShutdown() {
      daemon.reload()
    }
  }
}
