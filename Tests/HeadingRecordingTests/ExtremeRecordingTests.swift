import Foundation
import HeadingEngine
import HeadingGeometry
import HeadingReplay
import HeadingSensing
import HeadingTesting
import Testing

@testable import HeadingRecording

/// Recordings with values at the ends of their range.
struct ExtremeRecordingTests {
  @Test func `rows of extreme values give valid solutions or none`() throws {
    let rows = try String(
      contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../Fuzz/corpus/csv/rows"), encoding: .utf8
    ).split(separator: "\n").map(String.init)
    let columns = rows[1].split(separator: ",", omittingEmptySubsequences: false).count
    for column in 0..<columns {
      for value in Extremes.numbers + ["nan", "inf", "-inf", "", "x"] {
        var changed = rows
        for row in 1..<rows.count {
          var fields = rows[row].split(separator: ",", omittingEmptySubsequences: false)
            .map(String.init)
          guard column < fields.count, row % 2 == 0 || row == rows.count - 1 else { continue }
          fields[column] = value
          changed[row] = fields.joined(separator: ",")
        }
        guard let reader = try? RecordingReader(Data(changed.joined(separator: "\n").utf8)) else {
          continue
        }
        var replay = RecordingReplay(reader, engine: HeadingEngine(), options: .init())
        while let solution = replay.next() {
          if let heading = solution.magneticHeading.value {
            #expect((0..<360).contains(heading.degrees))
          }
        }
      }
    }
  }

  @Test func `a container with extreme lengths ends at its last readable record`() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Fuzz/corpus/mcap/cut")
    let bytes = Array(try Data(contentsOf: file))
    for start in 8..<min(bytes.count - 8, 400) {
      for fill: UInt8 in [0xff, 0x7f, 0x80, 0] {
        var changed = bytes
        for index in start..<start + 8 { changed[index] = fill }
        guard var replay = try? EventReplay(changed) else { continue }
        while (try? replay.next()) != nil {}
      }
    }
  }
}
