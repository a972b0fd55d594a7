import HeadingSystem
package import HeadingSystemd
import Synchronization

/// Listens to beacons through BlueZ's service on the bus, in a thread of its own.
package final class BlueZScanner: BeaconScanner {
  /// Time after which a question of whether there is Bluetooth is answered, s.
  private static let patience = 1.0

  private let kind: MessageBus.Kind
  private let stopping = Mutex<StopSignal?>(nil)

  /// Creates a scanner without opening anything.
  ///
  /// - Parameter kind: The bus.
  package init(_ kind: MessageBus.Kind = .system) { self.kind = kind }

  deinit { stop() }

  package var isAvailable: Bool {
    guard let bus = try? MessageBus(kind, patience: Self.patience),
      let answer = try? bus.call(BlueZ.root, "GetManagedObjects")
    else { return false }
    return BlueZAdapters(answer).first != nil
  }

  package func start(
    _ purpose: BeaconScanPurpose, _ receive: @escaping @Sendable (BeaconScan) -> Void
  ) {
    stop()
    guard let signal = StopSignal() else {
      return Self.refuse(receive, "there are no file descriptors left")
    }
    stopping.withLock { $0 = signal }
    let kind = kind
    let hasStarted = SystemThread.start {
      var session = BlueZSession(kind, purpose, stop: signal, receive)
      session.run()
    }
    if !hasStarted { Self.refuse(receive, "the system gives no thread") }
  }

  package func stop() {
    let signal = stopping.withLock { signal in
      defer { signal = nil }
      return signal
    }
    signal?.set()
  }

  private static func refuse(
    _ receive: @escaping @Sendable (BeaconScan) -> Void, _ reason: String
  ) {
    // Never within the call.
    Task { receive(.trouble(BeaconTrouble(isMissing: false, reason: reason))) }
  }
}
