import NIOCore
import Synchronization

/// A client connection: executes the client's commands in order.
struct IIODConnection {
  /// A buffer that the client opened.
  private struct OpenBuffer {
    let request: BufferRequest
    /// The devices' handle; `nil` after a read failed, when the buffer must be opened again.
    var handle: Int?
  }

  let server: DeviceServer
  let devices: any ServedDevices
  let channel: any Channel
  var reader: ByteReader
  let writer: NIOAsyncChannelOutboundWriter<ByteBuffer>

  /// The client's buffers by device index.
  private var buffers: [Int: OpenBuffer] = [:]

  init(
    server: DeviceServer, devices: any ServedDevices, channel: any Channel,
    inbound: NIOAsyncChannelInboundStream<ByteBuffer>,
    outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
  ) {
    self.server = server
    self.devices = devices
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
    for device in Array(buffers.keys) { closeHandle(of: device) }
  }

  private mutating func execute(_ command: IIODCommand) async throws {
    do {
      switch command {
      case .version: try await send("0.24.v0.24  \n")
      case .help: try await send(IIODCommand.helpText)
      case .exit: break
      case .print:
        let markup = devices.markup
        try await send("\(markup.utf8.count)\n\(markup)\n")
      case .timeout(let milliseconds):
        server.settings.withLock { $0.timeout = min(milliseconds, 3_600_000) }
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
        let trigger = try devices.trigger(of: try devices.context.device(device))
        try await send(trigger.map { "\($0.utf8.count)\n\($0)\n" } ?? "0\n")
      case .setTrigger(let device, let trigger):
        try devices.setTrigger(trigger, of: try devices.context.device(device))
        try await answer(0)
      case .setBuffersCount(let device, let count):
        let device = try devices.context.device(device)
        server.settings.withLock { $0.buffersCounts[device] = min(count, 1024) }
        try await answer(0)
      }
    } catch let error as RemoteError {
      try await answer(error.code)
    }
  }

  // MARK: - Attributes

  private func read(
    _ key: String, _ owner: AttributeOwner, _ attribute: String?
  ) async throws {
    let device = try await place(of: key)
    let shape = devices.context.devices[device]
    if let attribute {
      let text = try devices.read(try shape.file(attribute, of: owner), of: device)
      // libiio's local backend replaces the newline of sysfs by a NUL, which is counted.
      return try await send("\(text.utf8.count + 1)\n\(text)\0\n")
    }
    var content = ByteBuffer()
    for attribute in try shape.attributes(of: owner) {
      do throws(RemoteError) {
        let text = try devices.read(attribute.file, of: device)
        content.writeInteger(UInt32(text.utf8.count + 1))
        content.writeString(text)
        content.writeRepeatingByte(0, count: 4 - text.utf8.count % 4)
      } catch {
        content.writeInteger(Int32(error.code))
      }
    }
    var reply = ByteBuffer(string: "\(content.readableBytes)\n")
    reply.writeBuffer(&content)
    reply.writeString("\n")
    try await writer.write(reply)
  }

  private mutating func write(
    _ key: String, _ owner: AttributeOwner, _ attribute: String?, bytes: Int
  ) async throws {
    // The value follows the line also if the write fails.
    guard let content = try await reader.bytes(bytes, keeping: 4096) else { return }
    let device = try await place(of: key)
    guard let attribute else { throw RemoteError.notSupported }
    let text = String(
      String(decoding: content, as: UTF8.self)
        .prefix { $0 != "\0" && !$0.isNewline }.drop { $0 == " " })
    let file = try devices.context.devices[device].file(attribute, of: owner)
    try devices.write(text, to: file, of: device)
    try await answer(bytes)
  }

  // MARK: - Buffers

  private mutating func open(
    _ key: String, samples: Int, mask: String, isCyclic: Bool
  ) async throws {
    let device = try await place(of: key)
    closeHandle(of: device)
    buffers[device] = nil
    let count = server.settings.withLock { $0.buffersCounts[device] ?? 4 }
    let request = try BufferRequest(
      devices.context.devices[device], at: device, samples: samples, mask: mask,
      isCyclic: isCyclic, count: count)
    buffers[device] = OpenBuffer(request: request, handle: try devices.open(request))
    try await answer(0)
  }

  private mutating func close(_ key: String) async throws {
    let device = try await place(of: key)
    guard buffers[device] != nil else { throw RemoteError.noSuchChannel }
    closeHandle(of: device)
    buffers[device] = nil
    try await answer(0)
  }

  /// Closes the devices' buffer, which the client must open again.
  private mutating func closeHandle(of device: Int) {
    if let handle = buffers[device]?.handle { devices.close(handle) }
    buffers[device]?.handle = nil
  }

  private mutating func readBuffer(_ key: String, bytes: Int) async throws {
    let device = try await place(of: key)
    guard let buffer = buffers[device], let handle = buffer.handle else {
      throw RemoteError.badDescriptor
    }
    guard bytes > 0 else { return try await answer(0) }
    var missing = bytes
    while missing > 0 {
      let content: [UInt8]
      do {
        content = try await samples(missing, of: buffer.request, handle)
      } catch {
        closeHandle(of: device)
        throw error
      }
      var reply = ByteBuffer(string: "\(content.count)\n")
      // The mask is sent once, after the first length.
      if missing == bytes { reply.writeString(buffer.request.mask + "\n") }
      reply.writeBytes(content)
      try await writer.write(reply)
      missing -= content.count
    }
  }

  /// Waits for samples, a full buffer or fewer if requested; fails with -110 after the timeout.
  private func samples(
    _ bytes: Int, of request: BufferRequest, _ handle: Int
  ) async throws -> [UInt8] {
    let begin = server.now()
    let wanted = min((bytes - 1) / request.length + 1, request.samplesPerBuffer)
    while true {
      let now = server.now()
      let result = try devices.take(wanted, from: handle)
      guard case .later(let moment) = result else {
        guard case .bytes(let content) = result else { continue }
        return Array(content.prefix(bytes))
      }
      let timeout = server.settings.withLock { $0.timeout }
      let deadline = timeout > 0 ? begin + Int64(timeout) * 1_000_000 : .max
      guard now < deadline, channel.isActive else { throw RemoteError.timedOut }
      // At most 50 ms at a time: faults may change, and the client may disconnect.
      let wait = min(moment.map { max($0 - now, 200_000) } ?? .max, deadline - now, 50_000_000)
      try await channel.eventLoop.wait(nanoseconds: wait)
    }
  }

  // MARK: - Responses

  /// The index of a device; applies the delay of a slow one.
  private func place(of key: String) async throws -> Int {
    let device = try devices.context.device(key)
    let delay = devices.delay(of: device)
    if delay > 0 { try await channel.eventLoop.wait(nanoseconds: Int64(delay * 1e9)) }
    return device
  }

  private func answer(_ number: Int) async throws { try await send("\(number)\n") }

  private func send(_ text: String) async throws {
    try await writer.write(ByteBuffer(string: text))
  }
}
