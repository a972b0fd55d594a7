import Foundation
import Glibc
import HeadingGeometry
import HeadingSensing
import HeadingStorage

/// Saves a profile again and again in children that it kills with SIGKILL at random moments, and reads
/// after each what is left.
///
/// Arguments: a folder and how many children are killed. Prints one line: how often a valid profile was
/// in use, how often it was another one than before, and how often a half-written file was left.
@main
enum SaveUntilKilled {
  static func main() throws {
    guard CommandLine.arguments.count == 3, let kills = Int(CommandLine.arguments[2]) else {
      exit(64)
    }
    let folder = URL(fileURLWithPath: CommandLine.arguments[1])
    let store = ProfileStore(folders: [folder])
    let sensor = SensorIdentity(name: "lis3mdl", busAddress: "1-001c")
    try store.save(profile(number: 0), for: sensor)
    var valid = 0
    var changes = 0
    var parts = 0
    var last = 0.0
    // Microseconds until a child is killed at most: longer where saving is slower, as with a sanitizer, so that
    // about every second child gets to save.
    var patience: UInt32 = 20_000
    for kill in 1...kills {
      let child = fork()
      if child == 0 {
        for number in 0... {
          try store.save(profile(number: kill * 100 + number % 100), for: sensor)
        }
      }
      usleep(UInt32.random(in: 0...patience))
      Glibc.kill(child, SIGKILL)
      var status: Int32 = 0
      unsafe waitpid(child, &status, 0)
      if let choice = try store.profile(for: sensor), choice.refused == nil {
        valid += 1
        let hasChanged = choice.profile.parameters.hardIron.x != last
        if hasChanged { changes += 1 }
        patience = hasChanged ? max(patience / 10 * 9, 20_000) : min(patience / 9 * 10, 1_000_000)
        last = choice.profile.parameters.hardIron.x
      }
      let names = FileManager.default.enumerator(atPath: folder.path)?.allObjects ?? []
      if names.contains(where: { ($0 as? String)?.contains(".part-") ?? false }) { parts += 1 }
    }
    print("valid \(valid) changes \(changes) parts \(parts)")
  }

  private static func profile(number: Int) -> CalibrationProfile {
    var parameters = CalibrationParameters()
    parameters.hardIron = Vector3(Double(number % 4000) * 1e-6, 0, 0)
    parameters.headingError = Angle(degrees: 1)
    return CalibrationProfile(parameters: parameters)
  }
}
