import Foundation
import HeadingGeometry
import HeadingSensing
import HeadingTesting
import Testing

@testable import HeadingSensorFeed

/// The vectors that the examples in Python and C++ share with this decoder.
struct FeedVectorTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "clients/feed")

  private static func vectors() throws -> [(name: String, hex: String)] {
    try String(contentsOf: folder.appending(path: "vectors/vectors.txt"), encoding: .utf8)
      .split(separator: "\n").filter { !$0.hasPrefix("#") }
      .map { line in
        let words = line.split(separator: " ")
        return (String(words[0]), String(words[1]))
      }
  }

  @Test func `the published checksum value of CRC-16 IBM-3740 is found`() {
    #expect(FeedFrame.checksum(Array("123456789".utf8)[...]) == 0x29B1)
  }

  @Test func `the vectors are decoded, and equal what this test makes by the document`() throws {
    let own = [
      Frames.device("nano33", clock: 3, bits: 32, count: 2),
      Frames.sensor(0, "magn", quantity: 1, unit: 2, range: 400, rate: 20),
      Frames.sensor(1, "press", quantity: 4, unit: 9, axes: [0, 0, 0], range: 1200, rate: 10),
      Frames.sample(0, time: .max, [1.5, -20, 0]), Frames.sample(1, time: 0, [1013.25]),
    ]
    let vectors = try Self.vectors()
    #expect(
      vectors.map(\.hex) == own.map { $0.map { String(format: "%02x", $0) }.joined() })
    var session = FeedSession(endpoint: "test", format: .binary)
    let outputs = session.take(
      own.flatMap { $0 }[...], at: BootTime(seconds: 10), claim: { _ in nil })
    var values: [SensorEvent] = []
    for case .events(let events) in outputs { values += events }
    #expect(
      values.contains { event in
        if case .magneticField(let sample) = event {
          return (sample.value - Vector3(1.5e-6, -20e-6, 0)).length < 1e-12
        }
        return false
      })
    #expect(
      values.contains { event in
        if case .pressure(let sample) = event { return abs(sample.value - 101_325) < 1e-6 }
        return false
      })
  }

  @Test func `the example for Arduino makes the same frames`() async throws {
    let folder = try TemporaryFolder()
    let program = folder.url.appending(path: "vectors").path
    let compiler = try await ToolRun.run(
      "g++",
      [
        "-Wall", "-Wextra", "-Werror", "-I", Self.folder.appending(path: "arduino/feed").path, "-o",
        program, Self.folder.appending(path: "tests/vectors.cpp").path,
      ])
    #expect(compiler.status == 0, "\(compiler.errors)")
    let run = try await ToolRun.run(program, [])
    #expect(run.text.split(separator: "\n").map(String.init) == (try Self.vectors().map(\.hex)))
  }
}
