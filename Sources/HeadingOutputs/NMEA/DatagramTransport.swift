import NIOCore
import NIOPosix

/// UDP transport; one datagram per group of sentences.
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
      // A port without listener causes an ICMP error, which does not end the output.
      channel.writeAndFlush(ByteBuffer(string: group), promise: nil)
    }
    try? await channel.close().get()
  }
}
