import NIOCore
import NIOPosix

/// A group of sentences a datagram.
struct DatagramTransport: NMEATransport {
  let host: String
  let port: Int

  func send(_ groups: AsyncStream<String>, whenOpen: @Sendable () -> Void) async throws {
    let channel = try await DatagramBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelOption(.socketOption(.so_broadcast), value: 1)
      .connect(host: host, port: port).get()
    whenOpen()
    for await group in groups {
      if !channel.isActive { break }
      // That nobody listens now is told by the kernel, and is no reason to stop.
      channel.writeAndFlush(ByteBuffer(string: group), promise: nil)
    }
    try? await channel.close().get()
  }
}
