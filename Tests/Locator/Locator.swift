import CoreLocation
import Glibc
import HeadingClient
import HeadingTLS

/// A program written for Core Location, which tests start in an environment of their own.
///
/// `accuracy COUNT` requests temporary full accuracy one time after the other and prints `asked` or
/// `declined` for each. `signals` prints for locations and headings how SIGPIPE is handled;
/// `request` requests authorization before, and `remote PORT CERTIFICATE TOKEN` does so for the updates of
/// a daemon through TLS, and for the failures to get them; `beacons` is a ``BeaconListener``. The last four go on
/// until they are ended.
@main
@MainActor
final class Locator: NSObject, @MainActor CLLocationManagerDelegate {
  private let manager = CLLocationManager()

  static func main() {
    if CommandLine.arguments.dropFirst().first == "beacons" {
      let listener = BeaconListener()
      listener.start(CommandLine.arguments.dropFirst(2))
      withExtendedLifetime(listener) { RunLoop.main.run() }
    }
    let program = Locator()
    program.manager.delegate = program
    switch CommandLine.arguments.dropFirst().first {
    case "accuracy":
      program.request(Int(CommandLine.arguments.last ?? "") ?? 1)
    case "remote":
      Task { await program.readRemote() }
      // A run loop without timers would return at once.
      dispatchMain()
    case let mode:
      if mode == "request" { program.manager.requestWhenInUseAuthorization() }
      program.manager.startUpdatingLocation()
      program.manager.startUpdatingHeading()
    }
    withExtendedLifetime(program) { RunLoop.main.run() }
  }

  private func request(_ rest: Int) {
    guard rest > 0 else { exit(0) }
    manager.requestTemporaryFullAccuracyAuthorization(withPurposeKey: "test") { error in
      MainActor.assumeIsolated {
        Self.say(error == nil ? "asked" : "declined")
        self.request(rest - 1)
      }
    }
  }

  private func readRemote() async {
    let address = ServerAddress.host("::1", port: Int(CommandLine.arguments[2]) ?? 0)
    let security = ConnectionSecurity.tls(
      certificateAuthority: CommandLine.arguments[3], tokenFile: CommandLine.arguments[4])
    while true {
      do {
        let client = try await HeadingClient.connect(to: address, security: security)
        for try await _ in client.updates() {
          tell("update")
          // A command beside the updates, refused or not, is written as the daemon goes away too.
          try? await client.send(.acceptCalibration)
        }
      } catch {
        tell("lost")
        try? await Task.sleep(for: .milliseconds(20))
      }
    }
  }

  private func tell(_ what: String) {
    var action = sigaction()
    unsafe sigaction(SIGPIPE, nil, &action)
    let isDefault = unsafe action.__sigaction_handler.sa_handler == nil
    Self.say(what + (isDefault ? " default" : " changed"))
  }

  private static func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }

  func locationManager(_ manager: CLLocationManager, didUpdateLocations places: [CLLocation]) {
    tell("place")
  }

  func locationManager(_ manager: CLLocationManager, didUpdateHeading heading: CLHeading) {
    tell("heading")
  }
}
