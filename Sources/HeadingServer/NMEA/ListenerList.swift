import NIOCore

/// Who listens to sentences over TCP; lives on one event loop.
struct ListenerList {
  // Chart plotters on a boat, not the public.
  private static let limit = 32

  private var channels: [ObjectIdentifier: any Channel] = [:]

  /// Takes one more; false if there are too many.
  mutating func add(_ channel: any Channel) -> Bool {
    guard channels.count < Self.limit else { return false }
    channels[ObjectIdentifier(channel)] = channel
    return true
  }

  mutating func remove(_ channel: any Channel) { channels[ObjectIdentifier(channel)] = nil }

  /// Sends to all who keep up; the others miss this group.
  func send(_ buffer: ByteBuffer) {
    for channel in channels.values where channel.isWritable {
      channel.writeAndFlush(buffer, promise: nil)
    }
  }

  func closeAll() {
    for channel in channels.values { channel.close(promise: nil) }
  }
}
