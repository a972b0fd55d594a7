import Glibc
import HeadingTesting
import Testing

@testable import HeadingIIOServer

/// The limits of a server.
@Suite(.timeLimit(.minutes(5)))
struct DeviceServerTests {
  /// A context without devices.
  private final class NoDevices: ServedDevices {
    var context: ServedContext { ServedContext(description: "none", attributes: [], devices: []) }
    var markup: String { context.markup(omitting: []) }
    func delay(of device: Int) -> Double { 0 }
    func read(_ file: String, of device: Int) throws(RemoteError) -> String { throw .noSuchDevice }
    func write(_ text: String, to file: String, of device: Int) throws(RemoteError) {
      throw .noSuchDevice
    }
    func open(_ request: BufferRequest) throws(RemoteError) -> Int { throw .noSuchDevice }
    func take(_ count: Int, from buffer: Int) throws(RemoteError) -> BufferContent {
      throw .noSuchDevice
    }
    func close(_ buffer: Int) {}
    func trigger(of device: Int) throws(RemoteError) -> String? { throw .noSuchDevice }
    func setTrigger(_ key: String?, of device: Int) throws(RemoteError) { throw .noSuchDevice }
  }

  /// Number of this process's sockets with a local port.
  private static func sockets(on port: Int) -> Int {
    (0..<1024 as Range<Int32>).count { descriptor in
      var address = sockaddr_in()
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let code = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          getsockname(descriptor, $0, &length)
        }
      }
      return code == 0 && address.sin_family == sa_family_t(AF_INET)
        && Int(UInt16(bigEndian: address.sin_port)) == port
    }
  }

  @Test func `the 65th connection and later ones are refused, and all descriptors return`()
    async throws
  {
    let server = DeviceServer()
    try await server.serve(NoDevices()) { port in
      let start = Self.sockets(on: port)
      #expect(start == 1)
      for _ in 0..<3 {
        let answers = try await BlockingConnection.talk(toPort: port) { first in
          var connections = [first]
          var answers: [String?] = []
          for _ in 0..<70 {
            try? connections.last?.send("VERSION\r\n")
            answers.append(try? connections.last?.line())
            connections.append(try BlockingConnection.open(port: port))
          }
          return answers
        }
        #expect(answers.prefix(64).allSatisfy { $0 == "0.24.v0.24  " })
        #expect(answers.dropFirst(64).allSatisfy { $0 == nil })
        let end = ContinuousClock.now + .seconds(10)
        while Self.sockets(on: port) > start || server.connections > 0, ContinuousClock.now < end {
          await Task.yield()
        }
        #expect(Self.sockets(on: port) == start)
        #expect(server.connections == 0)
      }
    }
  }
}
