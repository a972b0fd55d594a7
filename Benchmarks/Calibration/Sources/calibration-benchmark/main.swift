import Foundation

// calibration-benchmark [RUNS [SEED [WORDS]]]: synthetic calibrations of all tables, or of those with WORDS in their
// heading, compared with their bounds: RMS heading errors in degrees, level / at 20° of tilt; then the processor time
// of continuous calibration. Status 1 if a case misses a requirement.
let arguments = CommandLine.arguments
let runs = arguments.count > 1 ? max(1, Int(arguments[1]) ?? 40) : 40
let seed = arguments.count > 2 ? UInt64(arguments[2]) ?? 1 : UInt64.random(in: 0..<1 << 40)
let words = arguments.count > 3 ? arguments[3] : ""
print("\(runs) runs of ten seconds, seed \(seed)\n")
var missed = 0
for (title, sessions) in Session.tables where words.isEmpty || title.contains(words) {
  print(title + "; bound: " + (sessions.first?.sensors.bound ?? ""))
  print(Row.heading)
  for motion in Motion.allCases {
    for session in sessions {
      let row = Row(motion, session, runs: runs, seed: seed)
      if row.isMissed { missed += 1 }
      print(row.text)
    }
  }
  print("")
}
for rate in [100.0, 200] where words.isEmpty {
  let load = ContinuousLoad(rate: rate)
  if load.percent > 1 { missed += 1 }
  print(load.text)
}
exit(missed > 0 ? 1 : 0)
