import NIOCore
import NIOPosix

/// UDP transport; one datagram per group.
struct DatagramTransport: OutputTransport {
  let host: String
  let port: Int

  func send(_ groups: AsyncStream<[UInt8]>, whenOpen: @Sendable () -> Void) async throws {
    let channel = try await DatagramBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelOption(.socketOption(.so_broadcast), value: 1)
      .connect(host: host, port: port).get()
    whenOpen()
    for await group in groups {
      if !channel.isActive { break }
      // A port without listener causes an ICMP error, which does not end the output.
      channel.writeAndFlush(ByteBuffer(bytes: group), promise: nil)
    }
    try? await channel.close().get()
  }
}
