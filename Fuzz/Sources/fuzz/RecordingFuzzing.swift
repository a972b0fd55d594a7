import Foundation
import HeadingEngine
import HeadingRecording
import HeadingReplay

/// Recordings from elsewhere, through the engine.
enum RecordingFuzzing {
  static func table(_ bytes: [UInt8]) {
    guard let reader = try? RecordingReader(Data(bytes)) else { return }
    var replay = RecordingReplay(reader, engine: HeadingEngine(), options: .init())
    while let solution = replay.next() { check(solution) }
  }

  static func container(_ bytes: [UInt8]) {
    _ = try? PositionRemoval.recording(bytes)
    guard var replay = try? EventReplay(bytes) else { return }
    while let solution = try? replay.next() { check(solution) }
  }

  /// What is not missing is a number.
  private static func check(_ solution: HeadingSolution) {
    if let heading = solution.magneticHeading.value, !(0..<360).contains(heading.degrees) {
      fatalError("a heading of \(heading.degrees)°")
    }
    if let accuracy = solution.headingAccuracy.value, !(accuracy.degrees >= 0) {
      fatalError("an accuracy of \(accuracy.degrees)°")
    }
  }
}
