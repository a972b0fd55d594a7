import Foundation
import HeadingSensing
import HeadingTesting
import Synchronization
import Testing

@testable import IndustrialIO

/// A server on the network may send any response: it affects its own sensors only.
@Suite(.serialized) struct HostileServerTests {
  private static let violation = "Protocol error"

  /// Runs a source until a notice says this, or samples came.
  private static func expect(
    _ words: String?, of server: HostileServer, samples: Int = 0
  ) async throws {
    try await TestPlaces.shared.within {
      try await RunningSource.run(IIOConfiguration(uri: server.uri)) { log, _ in
        if let words { #expect(await log.wait { $0.said(words) }, "\(log.content.notices)") }
        if samples > 0 { #expect(await log.wait { $0.count(of: .magnetometer) >= samples }) }
      }
    }
  }

  @Test func `the server as it should be delivers`() async throws {
    let server = try HostileServer()
    try await Self.expect(nil, of: server, samples: 20)
    #expect(server.requests.contains { $0.hasPrefix("READBUF iio:device0") })
  }

  @Test(arguments: ["TIMEOUT", "OPEN", "SETTRIG", "READ", "WRITE", "GETTRIG", "READBUF", "PRINT"])
  func `an error code that no system has is a violation of the protocol`(verb: String) async throws
  {
    let server = try HostileServer { request in
      request.hasPrefix(verb + " ") || request == verb ? Array("-2147483648\n".utf8) : nil
    }
    guard verb != "PRINT", verb != "TIMEOUT" else {
      let error = #expect(throws: IIOError.self) {
        let context = try IIOContext(uri: server.uri)
        try context.setTimeout(seconds: 1)
      }
      return #expect(error?.description.contains(Self.violation) == true)
    }
    // An attribute that cannot be written is passed over, and a trigger that is set stays.
    try await Self.expect(verb == "WRITE" || verb == "SETTRIG" ? nil : Self.violation, of: server)
  }

  @Test func `a server that leaves its answers out costs one wait, not one for each attribute`()
    throws
  {
    let server = try HostileServer { request in
      request.hasPrefix("READ ") ? Array("-0\n".utf8) : nil
    }
    let start = ContinuousClock.now
    let device = try IIOInventory(reading: server.uri).device("lis3mdl")
    #expect(start.duration(to: .now) < .seconds(6))
    #expect(device?.channel("magn_x")?.attribute("scale")?.value == .unreadable(EPIPE))
  }

  @Test func `an empty attribute is empty`() throws {
    let server = try HostileServer { request in
      request.hasPrefix("READ ") ? HostileServer.text("") : nil
    }
    let device = try IIOInventory(reading: server.uri).device("lis3mdl")
    #expect(device?.channel("magn_x")?.attribute("scale")?.value == .text(""))
    #expect(server.requests.count { $0.hasPrefix("READ ") } >= 3)
  }

  @Test func `no samples where samples were asked for is a violation of the protocol`() async throws
  {
    let server = try HostileServer { request in
      request.hasPrefix("READBUF") ? Array("0\n".utf8) : nil
    }
    try await Self.expect(Self.violation, of: server)
  }

  @Test(arguments: ["1e30", "-1", "0", "1e-300", "1.7976931348623157e308", "nan", "", "-0"])
  func `a rate that no timer has is none`(rate: String) async throws {
    let server = try HostileServer { request in
      request.hasSuffix("sampling_frequency") ? HostileServer.text(rate) : nil
    }
    try await Self.expect(nil, of: server, samples: 20)
  }

  @Test func `time stamps at the ends of their range give way to the time of arrival`()
    async throws
  {
    let turn = Atomic(0)
    let server = try HostileServer { request in
      guard request.hasPrefix("READBUF") else { return nil }
      let isEven = turn.add(1, ordering: .relaxed).newValue % 2 == 0
      return HostileServer.samples(request, stamp: isEven ? .min : .max - 1000)
    }
    try await Self.expect(nil, of: server, samples: 200)
  }

  @Test(arguments: ["100000000\n0000000f\n", "2147483647\n0000000f\n", "65536\n0000000f\n"])
  func `more samples than were asked for never reach the library`(head: String) async throws {
    let server = try HostileServer { request in
      guard request.hasPrefix("READBUF") else { return nil }
      return Array(head.utf8) + [UInt8](repeating: 0x41, count: 65_536)
    }
    try await Self.expect(Self.violation, of: server)
  }

  @Test(arguments: [
    "le:s16/0&gt;&gt;0", "le:s16/16X0&gt;&gt;0", "le:s16/4294967288X65536&gt;&gt;0",
  ])
  func `formats without a size are not read through a buffer`(format: String) async throws {
    let server = try HostileServer(markup: HostileServer.markup(stamp: format))
    try await Self.expect("timestamp has a format without a size", of: server, samples: 20)
  }

  @Test func `a text longer than there is room for is refused`() async throws {
    for verb in ["READ", "GETTRIG", "PRINT"] {
      let server = try HostileServer { request in
        guard request.hasPrefix(verb) else { return nil }
        return Array("2147483646\n".utf8) + [UInt8](repeating: 0x41, count: 8192)
      }
      guard verb != "PRINT" else {
        #expect(throws: IIOError.self) { try IIOInventory(reading: server.uri) }
        continue
      }
      let device = try IIOInventory(reading: server.uri).device("lis3mdl")
      let scale = device?.channel("magn_x")?.attribute("scale")
      #expect(scale?.value == (verb == "READ" ? .unreadable(EPROTO) : .text("0.00001")))
      #expect(device?.trigger == nil)
    }
  }

  @Test func `what the XML refers to is not fetched`() async throws {
    let bait = try LoopbackSocket.listening()
    for prolog in [
      "<!DOCTYPE context SYSTEM \"http://127.0.0.1:\(bait.port)/context.dtd\">",
      "<!DOCTYPE context [<!ENTITY % x SYSTEM \"http://127.0.0.1:\(bait.port)/x\">%x;]>",
    ] {
      let text = HostileServer.markup(prolog: prolog)
      let server = try HostileServer(markup: text)
      #expect(try IIOInventory(reading: server.uri).device("lis3mdl") != nil)
      let folder = try TemporaryFolder()
      let file = folder.url.appendingPathComponent("context.xml")
      try Data(text.utf8).write(to: file)
      #expect(try IIOInventory(reading: "xml:\(file.path)").device("lis3mdl") != nil)
    }
    var wait = pollfd(fd: bait.descriptor, events: Int16(POLLIN), revents: 0)
    #expect(poll(&wait, 1, 0) == 0, "somebody came for the document type")
  }

  @Test func `a context names its server, not what stands before it`() throws {
    let server = try HostileServer()
    let inventory = try IIOInventory(reading: server.uri)
    #expect(inventory.contexts[0].attributes.first { $0.name == "uri" }?.text == server.uri)
    #expect(inventory.contexts[0].attributes.first { $0.name == "ip,ip-addr" }?.text == "127.0.0.1")
  }

  @Test func `only this process may connect to what stands before a server`() async throws {
    let server = try HostileServer()
    let place = try #require(ServerAddress(uri: server.uri))
    let own = try ServerProxy.start(place)
    let port = try #require(own.uri.split(separator: ":").last)
    let run = try await ToolRun.run(
      "python3",
      [
        "-c",
        "import socket; s = socket.create_connection(('127.0.0.1', \(port))); "
          + "s.sendall(b'VERSION\\n'); print(len(s.recv(100)))",
      ])
    #expect(!run.text.contains("13"))
    #expect(server.requests.isEmpty)
  }
}
