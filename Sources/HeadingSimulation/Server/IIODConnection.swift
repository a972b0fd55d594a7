import NIOCore
import Synchronization

/// A client connection: executes the client's commands in order.
struct IIODConnection {
  let server: IIODServer
  let channel: any Channel
  var reader: ByteReader
  let writer: NIOAsyncChannelOutboundWriter<ByteBuffer>

  /// The client's open streams by device index.
  private var streams: [Int: Int] = [:]

  init(
    server: IIODServer, channel: any Channel, inbound: NIOAsyncChannelInboundStream<ByteBuffer>,
    outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
  ) {
    self.server = server
    self.channel = channel
    reader = ByteReader(inbound)
    writer = outbound
  }

  /// Serves until the client disconnects, the connection breaks, or a line is too long.
  mutating func run() async {
    do {
      while let line = try await reader.line() {
        if line.isEmpty { continue }
        guard let command = IIODCommand(line: line) else {
          try await answer(RemoteError.invalid.code)
          continue
        }
        if command == .exit { break }
        try await execute(command)
      }
    } catch {
      // A broken connection, invalid data, or the end of the server: no client remains to be
      // informed.
    }
    server.withState { state, _ in
      for stream in streams.values { state.streams[stream] = nil }
    }
  }

  private mutating func execute(_ command: IIODCommand) async throws {
    do {
      switch command {
      case .version: try await send("0.24.v0.24  \n")
      case .help: try await send(IIODCommand.helpText)
      case .exit: break
      case .print:
        let markup = server.withState { state, _ in state.markup }
        try await send("\(markup.utf8.count)\n\(markup)\n")
      case .timeout(let milliseconds):
        server.withState { state, _ in state.timeout = min(milliseconds, 3_600_000) }
        try await answer(0)
      case .open(let device, let samples, let mask, let isCyclic):
        try await open(device, samples: samples, mask: mask, isCyclic: isCyclic)
      case .close(let device): try await close(device)
      case .readBuffer(let device, let bytes): try await readBuffer(device, bytes: bytes)
      case .writeBuffer: throw RemoteError.invalid
      case .read(let device, let owner, let attribute):
        try await read(device, owner, attribute)
      case .write(let device, let owner, let attribute, let bytes):
        try await write(device, owner, attribute, bytes: bytes)
      case .getTrigger(let device):
        let trigger = try server.withState { state, _ in
          try state.trigger(of: try state.device(device))
        }
        try await send(trigger.map { "\($0.utf8.count)\n\($0)\n" } ?? "0\n")
      case .setTrigger(let device, let trigger):
        try server.withState { state, now in
          try state.setTrigger(trigger, of: try state.device(device), at: now)
        }
        try await answer(0)
      case .setBuffersCount(let device, let count):
        try server.withState { state, _ in
          state.buffersCounts[try state.device(device)] = min(count, 1024)
        }
        try await answer(0)
      }
    } catch let error as RemoteError {
      try await answer(error.code)
    }
  }

  // MARK: - Attributes

  private func read(
    _ key: String, _ owner: ServerState.Owner, _ attribute: String?
  ) async throws {
    let device = try await place(of: key)
    if let attribute {
      let text = try server.withState { state, now in
        try state.read(
          try state.file(attribute, of: owner, on: device), on: device, at: now)
      }
      // libiio's local backend replaces the newline of sysfs by a NUL, which is counted.
      return try await send("\(text.utf8.count + 1)\n\(text)\0\n")
    }
    var content = ByteBuffer()
    try server.withState { state, now in
      for attribute in try state.attributes(of: owner, on: device) {
        do throws(RemoteError) {
          let text = try state.read(attribute.file, on: device, at: now)
          content.writeInteger(UInt32(text.utf8.count + 1))
          content.writeString(text)
          content.writeRepeatingByte(0, count: 4 - text.utf8.count % 4)
        } catch {
          content.writeInteger(Int32(error.code))
        }
      }
    }
    var reply = ByteBuffer(string: "\(content.readableBytes)\n")
    reply.writeBuffer(&content)
    reply.writeString("\n")
    try await writer.write(reply)
  }

  private mutating func write(
    _ key: String, _ owner: ServerState.Owner, _ attribute: String?, bytes: Int
  ) async throws {
    // The value follows the line also if the write fails.
    guard let content = try await reader.bytes(bytes, keeping: 4096) else { return }
    let device = try await place(of: key)
    guard let attribute else { throw RemoteError.notSupported }
    let text = String(
      String(decoding: content, as: UTF8.self)
        .prefix { $0 != "\0" && !$0.isNewline }.drop { $0 == " " })
    let file = try server.withState { state, _ in
      try state.file(attribute, of: owner, on: device)
    }
    if file == "debug/fault" && text == "drop" { return server.dropConnections() }
    try server.withState { state, now in
      try state.write(text, to: file, on: device, at: now)
    }
    try await answer(bytes)
  }

  // MARK: - Buffers

  private mutating func open(
    _ key: String, samples: Int, mask: String, isCyclic: Bool
  ) async throws {
    let device = try await place(of: key)
    let previous = streams[device]
    streams[device] = try server.withState { state, now in
      if let previous { state.streams[previous] = nil }
      return try state.open(
        device, samples: samples, mask: mask, isCyclic: isCyclic, at: now)
    }
    try await answer(0)
  }

  private mutating func close(_ key: String) async throws {
    let device = try await place(of: key)
    guard let stream = streams.removeValue(forKey: device) else {
      throw RemoteError.noSuchChannel
    }
    server.withState { state, _ in state.streams[stream] = nil }
    try await answer(0)
  }

  private func readBuffer(_ key: String, bytes: Int) async throws {
    let device = try await place(of: key)
    guard let stream = streams[device] else { throw RemoteError.badDescriptor }
    guard bytes > 0 else { return try await answer(0) }
    var missing = bytes
    while missing > 0 {
      let content = try await samples(missing, of: stream)
      var reply = ByteBuffer(string: "\(content.count)\n")
      if missing == bytes {
        // The mask is sent once, after the first length.
        let mask = server.withState { state, _ in state.streams[stream]?.mask ?? "" }
        reply.writeString(mask + "\n")
      }
      reply.writeBytes(content)
      try await writer.write(reply)
      missing -= content.count
    }
  }

  /// Waits for samples; fails with -110 after the timeout, and then the buffer must be reopened.
  private func samples(_ bytes: Int, of stream: Int) async throws -> [UInt8] {
    let begin = server.now()
    while true {
      let now = server.now()
      let (result, timeout) = try server.withState { state, now in
        (try state.take(bytes, from: stream, at: now), state.timeout)
      }
      guard case .later(let moment) = result else {
        guard case .bytes(let content) = result else { continue }
        return content
      }
      let deadline = timeout > 0 ? begin + Int64(timeout) * 1_000_000 : .max
      guard now < deadline, channel.isActive else {
        server.withState { state, _ in state.markFailed(stream) }
        throw RemoteError.timedOut
      }
      // At most 50 ms at a time: faults may change, and the client may disconnect.
      let wait = min(moment.map { max($0 - now, 200_000) } ?? .max, deadline - now, 50_000_000)
      try await channel.eventLoop.wait(nanoseconds: wait)
    }
  }

  // MARK: - Responses

  /// The index of a device; applies the delay of a slow one.
  private func place(of key: String) async throws -> Int {
    let (device, delay) = try server.withState { state, _ in
      let device = try state.device(key)
      return (device, state.delay(of: device))
    }
    if delay > 0 { try await channel.eventLoop.wait(nanoseconds: Int64(delay * 1e9)) }
    return device
  }

  private func answer(_ number: Int) async throws { try await send("\(number)\n") }

  private func send(_ text: String) async throws {
    try await writer.write(ByteBuffer(string: text))
  }
}
