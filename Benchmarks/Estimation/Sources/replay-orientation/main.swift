import Foundation

// replay-orientation DATA OUT [EVERY]: runs the estimator over every CSV file of the folder DATA, using every
// EVERY-th row (1), writes OUT/NAME.f64 (eight doubles a row) and prints NAME and ns per row.
let arguments = CommandLine.arguments
guard arguments.count >= 3 else {
  print("usage: replay-orientation DATA OUT [EVERY]")
  exit(2)
}
let stride = arguments.count > 3 ? max(1, Int(arguments[3]) ?? 1) : 1
let output = URL(fileURLWithPath: arguments[2])
try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
let files = try FileManager.default.contentsOfDirectory(
  at: URL(fileURLWithPath: arguments[1]), includingPropertiesForKeys: nil
).filter { $0.pathExtension == "csv" }.sorted { $0.path < $1.path }
for file in files {
  let recording = try Recording(file: file)
  let (result, nanoseconds) = recording.replay(every: stride)
  let name = file.deletingPathExtension().lastPathComponent
  try result.withUnsafeBytes { bytes in
    try Data(bytes).write(to: output.appendingPathComponent(name + ".f64"))
  }
  print(name, Int(nanoseconds.rounded()))
}
