import Foundation
import HeadingEstimation
import HeadingGeometry

// OrientationBenchmark FILE: ns a sample of the estimator over one recording, alone and with bound and hard iron.
guard CommandLine.arguments.count == 2 else {
  print("usage: OrientationBenchmark FILE")
  exit(2)
}
let recording = try Recording(file: URL(fileURLWithPath: CommandLine.arguments[1]))
let alone = recording.time { $0.attitude }
let whole = recording.time { $0.estimate.attitude }
print("attitude \(Int(alone.rounded()))")
print("estimate \(Int(whole.rounded()))")
