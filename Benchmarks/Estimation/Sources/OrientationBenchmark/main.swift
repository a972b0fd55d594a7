import Foundation

// OrientationBenchmark FILE: ns a sample of the estimator over one recording, alone and with bound and hard iron.
guard CommandLine.arguments.count == 2 else {
  print("usage: OrientationBenchmark FILE")
  exit(2)
}
let recording = try Recording(file: URL(fileURLWithPath: CommandLine.arguments[1]))
let attitude = recording.time { $0.attitude.w }
print("attitude \(Int(attitude.rounded()))")
// Attitude, bound with its terms, hard iron, reasons.
let whole = recording.time {
  let estimate = $0.estimate
  return estimate.attitude.w + estimate.headingBound.within68
}
print("estimate \(Int(whole.rounded()))")
