import NIOCore
import NIOPosix

/// TCP server transport: sends to every client and discards their input.
struct ListeningTransport: OutputTransport {
  let address: String
  let port: Int

  func send(_ groups: AsyncStream<[UInt8]>, whenOpen: @Sendable () -> Void) async throws {
    let eventLoop = MultiThreadedEventLoopGroup.singleton.next()
    let listeners = NIOLoopBoundBox.makeBoxSendingValue(
      ListenerList(), eventLoop: eventLoop)
    let server = try await ServerBootstrap(group: eventLoop, childGroup: eventLoop)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
      // A reader that stalls finds little that is old, besides what its own side has received.
      .childChannelOption(.socketOption(.so_sndbuf), value: 8192)
      .childChannelOption(.writeBufferWaterMark, value: .init(low: 1024, high: 4096))
      .childChannelInitializer { channel in
        guard listeners.value.add(channel) else { return channel.close() }
        channel.closeFuture.whenComplete { _ in listeners.value.remove(channel) }
        return channel.eventLoop.makeSucceededVoidFuture()
      }
      .bind(host: address, port: port).get()
    whenOpen()
    for await group in groups {
      eventLoop.execute { listeners.value.send(ByteBuffer(bytes: group)) }
    }
    try? await server.close().get()
    try? await eventLoop.submit { listeners.value.closeAll() }.get()
  }
}
