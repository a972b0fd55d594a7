import Foundation
import HeadingIIOServer
import HeadingSimulation
import HeadingTesting
import Testing

/// Invalid input ends its sender's connection and does not affect others.
@Suite(.serialized)
struct HostileInputTests {
  @Test func `an endless line closes the connection only`() async throws {
    let server = IIODServer(try Scenario.named("hub"))
    try await server.serve { port in
      let wasClosed = try await BlockingConnection.talk(toPort: port) { connection in
        let junk = [UInt8](repeating: 65, count: 1 << 20)
        do {
          for _ in 0..<64 { try connection.send(junk) }
          _ = try connection.line()
          return false
        } catch {
          return true
        }
      }
      #expect(wasClosed)
      #expect(try await IIODClient.talk(toPort: port) { try $0.number("TIMEOUT 1") } == 0)
    }
  }

  @Test(arguments: [
    "WRITE iio:device0 x 999999999999\r\nabc", "READBUF iio:device0 99999999999999999999\r\n",
    "OPEN iio:device0 -1 0000000f\r\n", "TIMEOUT 99999999999999999999999\r\n", "SET\r\n",
    "READ\r\n", "WRITE\r\n", "OPEN iio:device0 1 \u{0660}\u{0661}\u{0662}\u{0663}0000\r\n",
    "READ iio:device0 INPUT\r\n", "SETTRIG iio:device0 iio:device1\r\n", "\r\n\r\n\n\n",
    "READ \u{FFFF}\u{0}\r\n", "TIMEOUT 9223372036854775807\r\n",
  ])
  func `after a malformed command the server serves other clients`(command: String) async throws {
    let server = IIODServer(try Scenario.named("hub"))
    try await server.serve { port in
      try await BlockingConnection.talk(toPort: port) { try $0.send(command) }
      let line = try await IIODClient.talk(toPort: port) { client in
        try client.connection.send("VERSION\r\n")
        return try client.connection.line()
      }
      #expect(line == "0.24.v0.24  ")
    }
  }

  @Test func `a port in use is named in the error`() async throws {
    let server = IIODServer(try Scenario.named("hub"))
    try await server.serve { port in
      let error = await #expect(throws: DeviceServerError.self) {
        try await IIODServer(try Scenario.named("hub")).serve(port: port) { _ in }
      }
      #expect(error?.description.contains("port \(port)") == true)
    }
  }
}
