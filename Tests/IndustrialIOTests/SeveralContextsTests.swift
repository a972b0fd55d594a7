import Foundation
import Glibc
import HeadingClock
import HeadingIIOServer
import HeadingSensing
import HeadingSimulation
import HeadingTesting
import Testing

@testable import IndustrialIO

/// Sensors of several contexts that are read as one, such as a kernel's and a bridge's.
@Suite struct SeveralContextsTests {
  private static let motion = ["lsm9ds1_gyro", "lsm9ds1_accel"]
  private static let field = ["lsm9ds1_magn"]

  /// Serves some devices of the simulated hat, numbered from a first number on.
  private static func serve<Result: Sendable>(
    _ names: [String], from first: Int, _ body: @Sendable (_ uri: String) async throws -> Result
  ) async throws -> Result {
    let scenario = try Scenario.named("turning")
    var context = ServedContext(board: scenario.board)
    context.devices.removeAll { !names.contains($0.name ?? $0.id) }
    for index in context.devices.indices {
      context.devices[index].id = "iio:device\(first + index)"
    }
    let server = IIODServer(
      scenario.hat(startingAt: SystemClock().relation.universalTime), context: context)
    return try await server.serve { port in try await body("ip:127.0.0.1:\(port)") }
  }

  private static func write(_ uri: String, to file: URL) throws {
    try Data((uri + "\n").utf8).write(to: file, options: .atomic)
  }

  @Test func `a server that a file names comes, goes and comes elsewhere beside another`()
    async throws
  {
    try await TestPlaces.shared.within {
      let folder = try TemporaryFolder()
      let file = folder.url.appending(path: "uri")
      try await Self.serve(Self.motion, from: 0) { kernel in
        let configuration = IIOConfiguration(uris: [kernel, "file:\(file.path)"])
        #expect(configuration.name == kernel)
        try await RunningSource.run(configuration) { log, _ in
          #expect(
            await log.wait { $0.count(of: .gyroscope) > 5 && $0.count(of: .accelerometer) > 5 })
          #expect(await log.wait { $0.statuses(of: .magnetometer) == [.absent] })
          for turn in 1...2 {
            try await Self.serve(Self.field, from: 1000) { bridge in
              let before = log.content.count(of: .magnetometer)
              try Self.write(bridge, to: file)
              #expect(await log.wait { $0.count(of: .magnetometer) > before + 5 }, "turn \(turn)")
              let all = try IIOInventory(reading: configuration)
              #expect(all.contexts.map(\.uri) == [kernel, bridge])
              #expect(all.device("lsm9ds1_magn")?.uri == bridge)
              #expect(all.device("lsm9ds1_gyro")?.uri == kernel)
              try FileManager.default.removeItem(at: file)
            }
            #expect(await log.wait { $0.statuses(of: .magnetometer).last != .present })
          }
          let motion = log.content.count(of: .gyroscope)
          #expect(await log.wait { $0.count(of: .gyroscope) > motion + 5 })
          #expect(!log.content.statuses(of: .gyroscope).contains(.failed))
        }
      }
    }
  }

  @Test func `a context that cannot be opened is reported and does not stop the others`()
    async throws
  {
    try await TestPlaces.shared.within {
      try await Self.serve(Self.motion, from: 0) { kernel in
        let nowhere = "ip:127.0.0.1:9"
        let configuration = IIOConfiguration(uris: [nowhere, kernel])
        let inventory = try IIOInventory(reading: configuration)
        #expect(inventory.failures.map(\.uri) == [nowhere])
        #expect(inventory.devices.contains { $0.name == "lsm9ds1_gyro" })
        try await RunningSource.run(configuration) { log, _ in
          #expect(await log.wait { $0.count(of: .gyroscope) > 5 })
          let refusals = log.content.notices.filter { $0.message.contains(nowhere) }
          #expect(refusals.first?.severity == .warning)
        }
      }
    }
  }

  @Test func `of two devices with the same id the first context's is read`() async throws {
    try await TestPlaces.shared.within {
      try await Self.serve(Self.motion, from: 0) { first in
        try await Self.serve(Self.field, from: 0) { second in
          let inventory = try IIOInventory(
            reading: IIOConfiguration(uris: [first, second]))
          #expect(inventory.devices.filter { $0.id == "iio:device0" }.map(\.uri) == [first])
          #expect(inventory.device("lsm9ds1_magn") == nil)
        }
      }
    }
  }

  @Test(arguments: [
    ("ip:127.0.0.1:30432\n", "ip:127.0.0.1:30432"), ("ip:hat.local", "ip:hat.local"),
    ("", nil), ("\n", nil), ("nonsense\n", nil), ("file:/etc/passwd\n", nil),
    ("ip:\u{1B}]0;title\u{7}\n", "ip:"), (String(repeating: "a:", count: 4000), nil),
  ])
  func `a file's first line is a URI or nothing`(text: String, uri: String?) throws {
    let folder = try TemporaryFolder()
    #expect(ContextAddress("file:\(try folder.put("uri", text))").uri == uri)
  }

  @Test func `no file, a folder and a pipe have no URI, and nothing waits for them`() throws {
    let folder = try TemporaryFolder()
    let pipe = folder.url.path + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    for path in [pipe, folder.url.path, "/nowhere/uri", ""] {
      #expect(ContextAddress("file:\(path)").uri == nil, "\(path)")
    }
  }
}
