import CoreLocation
import Glibc

/// A program written for Core Location, which tests start in an environment of their own.
///
/// `accuracy COUNT` requests temporary full accuracy one time after the other and prints `asked` or
/// `declined` for each. `signals` prints how SIGPIPE is handled, then `place` for the locations, and
/// goes on until it is ended.
@main
@MainActor
final class Locator: NSObject, @MainActor CLLocationManagerDelegate {
  private let manager = CLLocationManager()

  static func main() {
    let program = Locator()
    program.manager.delegate = program
    switch CommandLine.arguments.dropFirst().first {
    case "accuracy":
      program.request(Int(CommandLine.arguments.last ?? "") ?? 1)
    default:
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
