import HeadingClock
import HeadingSensing
import HeadingSimulation
import HeadingTesting
import Testing

/// Responses compared byte by byte with those of iiod 0.24 over a recorded context.
struct IIODProtocolTests {
  @Test(arguments: [
    ("VERSION", "0.24.v0.24  "), ("version", "0.24.v0.24  "), ("ZPRINT", "-22"), ("FOO", "-22"),
    ("VERSION x", "-22"), ("READ nodev x", "-19"), ("READ iio:device0 nothing", "-2"),
    ("READ iio:device0 INPUT noch x", "-6"), ("READ iio:device0 DEBUG nothing", "-2"),
    ("OPEN iio:device0 16 00000000", "-22"), ("OPEN iio:device0 16 0f", "-22"),
    ("OPEN iio:device0 16 0000000000000001", "-22"), ("OPEN iio:device0 0 00000001", "-22"),
    ("OPEN trigger0 16 00000001", "-22"), ("OPEN iio:device0 16 00000001 CYCLIC", "-1"),
    ("OPEN iio:device0 9999999 0000000f", "-12"), ("OPEN nodev 16 0000000f", "-19"),
    ("CLOSE iio:device0", "-6"), ("CLOSE nodev", "-19"), ("GETTRIG nodev", "-19"),
    ("GETTRIG trigger0", "-2"), ("SETTRIG iio:device0 nope", "-2"),
    ("SETTRIG iio:device0 trigger0", "0"), ("SETTRIG accel_3d", "0"), ("TIMEOUT 3", "0"),
    ("SET iio:device0 BUFFERS_COUNT 8", "0"), ("SET iio:device0 FOO 1", "-22"),
    ("READBUF iio:device0 48", "-9"), ("WRITEBUF iio:device0 48", "-22"),
  ])
  func `a command is answered as by iiod`(command: String, answer: String) async throws {
    let server = IIODServer(try Scenario.named("hub"))
    let line = try await server.serve { port in
      try await IIODClient.talk(toPort: port) { client in
        try client.connection.send(command + "\r\n")
        return try client.connection.line()
      }
    }
    #expect(line == answer)
  }

  @Test func `a context has the length that is announced and ends with a newline`() async throws {
    let server = IIODServer(try Scenario.named("hub"))
    let (text, end) = try await server.serve { port in
      try await IIODClient.talk(toPort: port) { client in
        let length = try client.number("PRINT")
        let text = String(decoding: try client.connection.bytes(length), as: UTF8.self)
        return (text, try client.connection.bytes(1))
      }
    }
    #expect(text.hasPrefix("<?xml version=\"1.0\" encoding=\"utf-8\"?><!DOCTYPE context ["))
    #expect(text.hasSuffix("</context>"))
    #expect(end == [10])
  }

  @Test func `all attributes at once have big-endian lengths, padded to four`() async throws {
    let server = IIODServer(try Scenario.named("hub"))
    let (length, bytes) = try await server.serve { port in
      try await IIODClient.talk(toPort: port) { client in
        let length = try client.number("READ iio:device1")
        return (length, try client.connection.bytes(length + 1))
      }
    }
    // One attribute, current_timestamp_clock: the bytes iiod sent for the same device.
    #expect(length == 16)
    #expect(bytes == [0, 0, 0, 9] + Array("realtime\0\0\0\0\n".utf8))
  }

  @Test func `a device without buffer attributes has an empty list`() async throws {
    let server = IIODServer(try Scenario.named("polled"))
    let bytes = try await server.serve { port in
      try await IIODClient.talk(toPort: port) { client in
        try client.connection.send("READ iio:device0 BUFFER\r\n")
        return try client.connection.bytes(3)
      }
    }
    #expect(bytes == Array("0\n\n".utf8))
  }

  @Test func `triggers are set, named and removed`() async throws {
    let server = IIODServer(try Scenario.named("pose"))
    let answers = try await server.serve { port in
      try await IIODClient.talk(toPort: port) { client in
        var answers = [try client.number("GETTRIG lsm9ds1_magn")]
        answers.append(try client.number("SETTRIG lsm9ds1_magn t2"))
        answers.append(try client.number("GETTRIG lsm9ds1_magn"))
        let name = try client.connection.line()
        answers.append(try client.number("SETTRIG lsm9ds1_magn"))
        answers.append(try client.number("GETTRIG lsm9ds1_magn"))
        return answers.map(String.init) + [name]
      }
    }
    #expect(answers == ["0", "0", "2", "0", "0", "t2"])
  }

  @Test func `raw reads are refused while a buffer runs, reads of the scale are not`() async throws
  {
    let server = IIODServer(try Scenario.named("hub"))
    let answers = try await server.serve { port in
      try await IIODClient.talk(toPort: port) { client in
        let raw = "accel_3d INPUT accel_x raw"
        var answers = [try client.attribute(raw)]
        _ = try client.number("OPEN accel_3d 4 0000000f")
        answers.append(try client.attribute(raw))
        answers.append(try client.attribute("accel_3d INPUT accel_x scale"))
        answers.append(try client.attribute("magn_3d INPUT magn_x scale"))
        _ = try client.number("CLOSE accel_3d")
        answers.append(try client.attribute(raw))
        return answers
      }
    }
    #expect(Int(answers[0]).map { abs($0) < 2000 } == true)
    #expect(answers[1] == "-16")
    #expect(answers[2] == "0.009806650")
    #expect(answers[3] == "0.000100000")
    #expect(Int(answers[4]).map { abs($0) < 2000 } == true)
  }

  @Test func `a trigger serves two devices; a third opens and delivers no samples`() async throws {
    let server = IIODServer(try Scenario.named("pose"))
    let answers = try await server.serve { port in
      try await IIODClient.talk(toPort: port) { client in
        var answers = [try client.number("TIMEOUT 300")]
        for device in ["lsm9ds1_magn", "lsm9ds1_accel", "lsm9ds1_gyro"] {
          answers.append(try client.number("SETTRIG \(device) t0"))
          answers.append(try client.number("OPEN \(device) 2 0000000f"))
        }
        answers.append(try client.samples("lsm9ds1_magn", bytes: 32, length: 16).1)
        answers.append(try client.samples("lsm9ds1_accel", bytes: 32, length: 16).1)
        answers.append(try client.samples("lsm9ds1_gyro", bytes: 32, length: 16).1)
        return answers
      }
    }
    #expect(answers == [0, 0, 0, 0, 0, 0, 0, 32, 32, -110])
  }

  @Test func `timestamps are on the selected clock`() async throws {
    let server = IIODServer(try Scenario.named("hub"), clockOffset: 100)
    let (realtime, boottime) = try await server.serve { port in
      try await IIODClient.talk(toPort: port) { client in
        func stamp() throws -> Double {
          _ = try client.number("OPEN accel_3d 1 0000000f")
          let samples = try client.samples("accel_3d", bytes: 24, length: 24).0
          _ = try client.number("CLOSE accel_3d")
          return Double(samples?.int64(0, at: 16) ?? 0) * 1e-9
        }
        let realtime = try stamp()
        _ = try client.write("boottime", to: "accel_3d current_timestamp_clock")
        return (realtime, try stamp())
      }
    }
    #expect(abs(realtime - SystemClock().relation.universalTime.secondsSince1970 - 100) < 10)
    #expect(abs(boottime - SystemClock().bootTime.seconds) < 10)
  }
}
