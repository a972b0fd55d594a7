import NIOCore

/// TCP clients that receive groups; confined to one event loop.
struct ListenerList {
  // Enough for the displays of one boat.
  private static let limit = 32

  private var channels: [ObjectIdentifier: any Channel] = [:]

  /// Adds a client; returns false if there are too many.
  mutating func add(_ channel: any Channel) -> Bool {
    guard channels.count < Self.limit else { return false }
    channels[ObjectIdentifier(channel)] = channel
    return true
  }

  mutating func remove(_ channel: any Channel) { channels[ObjectIdentifier(channel)] = nil }

  /// Sends to every writable client; slow ones miss this group.
  func send(_ buffer: ByteBuffer) {
    for channel in channels.values where channel.isWritable {
      channel.writeAndFlush(buffer, promise: nil)
    }
  }

  func closeAll() {
    for channel in channels.values { channel.close(promise: nil) }
  }
}
