import Foundation
import HeadingSensing
import VehicleSimulation

// navigation-benchmark [RUNS [SEED [VEHICLE...]]]: simulated vehicles against ground truth, a gap of the fixes, and
// the cost per sample. VehicleErrors defines the vehicles' errors; no test uses these seeds.
let arguments = CommandLine.arguments
let runs = arguments.count > 1 ? max(1, Int(arguments[1]) ?? 20) : 20
let seed = arguments.count > 2 ? UInt64(arguments[2]) ?? 1 : UInt64.random(in: 1_000..<1 << 32)
let chosen = arguments.dropFirst(3)
func isChosen(_ name: String) -> Bool { chosen.isEmpty || chosen.contains(name) }

print("\(runs) runs of 180 s, judged from 30 s on, seed \(seed); 68 % is stated")
print("                       RMSE   stated   covered   (error/stated)²")
for kind in VehicleKind.allCases where isChosen(kind.rawValue) {
  var statistics = VehicleStatistics()
  for run in 0..<runs {
    statistics.run(
      SimulatedVehicle(kind: kind, seed: seed &+ UInt64(run) &* 1_000_003), seconds: 180)
  }
  print(kind.rawValue)
  print("  heading, °        ", statistics.heading.text)
  print("  position, m       ", statistics.position.text)
  print("  velocity, m/s     ", statistics.velocity.text)
  print("  altitude, m       ", statistics.altitude.text)
  print("  climb rate, m/s   ", statistics.climb.text)
  print(
    String(
      format: "  relative altitude over a minute, m: %.3f", statistics.relative.rootMeanSquare))
  print(
    "  squared innovations:",
    statistics.innovations.filter { $0.count > 0 }.map {
      String(format: "%@ %.2f", $0.name, $0.sum / $0.count)
    }.joined(separator: ", "))
}
if isChosen("smoothing") {
  var statistics = VehicleStatistics()
  for run in 0..<runs {
    var vehicle = SimulatedVehicle(kind: .boat, seed: seed &+ UInt64(run) &* 1_000_003)
    vehicle.errors.fixVelocityNoise = 0.03
    vehicle.errors.fixVelocityOffset = 0.04
    statistics.run(vehicle, seconds: 180)
  }
  print("boat, with a receiver that smooths: 0.04 m/s of its velocity's 0.05 m/s last 10 s")
  print("  heading, °        ", statistics.heading.text)
  print("  position, m       ", statistics.position.text)
  print("  velocity, m/s     ", statistics.velocity.text)
  print("  climb rate, m/s   ", statistics.climb.text)
}
/// All vehicles with modified errors: `change` receives the vehicle and the number of its run.
func compare(_ title: String, _ change: (inout SimulatedVehicle, Int) -> Void) {
  print(title)
  for kind in VehicleKind.allCases {
    var statistics = VehicleStatistics()
    for run in 0..<runs {
      var vehicle = SimulatedVehicle(kind: kind, seed: seed &+ UInt64(run) &* 1_000_003)
      change(&vehicle, run)
      statistics.run(vehicle, seconds: 180)
    }
    print(kind.rawValue)
    print("  heading, °        ", statistics.heading.text)
    print("  position, m       ", statistics.position.text)
    print("  velocity, m/s     ", statistics.velocity.text)
  }
}
if isChosen("motion") {
  for (rate, noise) in [(5.0, 0.05), (1.0, 0.3)] {
    let title =
      "without a magnetometer, \(Int(rate)) fixes a second, velocities good to \(noise) m/s"
    compare(title) { vehicle, _ in
      vehicle.hasMagnetometer = false
      vehicle.fixRate = rate
      vehicle.errors.fixVelocityNoise = noise
    }
  }
}
if isChosen("phone") {
  compare("one fix a second of a receiver that follows by 0.3 to 1.1 s and claims 1 m/s") {
    vehicle, run in
    vehicle.fixRate = 1
    vehicle.errors.fixVelocityNoise = 0.1
    vehicle.errors.fixVelocityOffset = 0.3
    vehicle.errors.fixVelocityLag = 0.3 + 0.2 * Double(run % 5)
    vehicle.errors.fixPositionLag = 0.1 * Double(run % 5)
    vehicle.errors.fixVelocityClaim = 1
    vehicle.errors.fixOffset = 1.9
  }
}
if isChosen("shaking") {
  compare("a gyroscope with ten times the noise") { vehicle, _ in
    vehicle.errors.gyroscopeNoise *= 10
  }
}
if isChosen("gap") {
  var statistics = GapStatistics()
  for run in 0..<runs { statistics.run(seed: seed &+ UInt64(run) &* 1_000_003) }
  print("30 s without fixes, straight on")
  print(statistics.text)
  var quiet = GapStatistics()
  for run in 0..<runs { quiet.run(seed: seed &+ UInt64(run) &* 1_000_003, vibration: 0) }
  print("the same without vibration")
  print(quiet.text)
}
if isChosen("cost") {
  print("cost")
  print(Cost.text())
}
