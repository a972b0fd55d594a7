import Foundation

// OrientationBenchmark FILE: ns a sample of the estimator over one recording, alone and with bound and hard iron.
guard CommandLine.arguments.count == 2 else {
  print("usage: OrientationBenchmark FILE")
  exit(2)
}
let recording = try Recording(file: URL(fileURLWithPath: CommandLine.arguments[1]))
print("attitude \(Int(recording.timeAttitude().rounded()))")
print("estimate \(Int(recording.timeEstimate().rounded()))")
