import Glibc
import NIOCore
import NIOPosix

/// UDP transport; one datagram per group.
///
/// A multicast stays in the local network (time to live 1, the system's default) and reaches
/// listeners on this machine too.
struct DatagramTransport: OutputTransport {
  /// Why the interface cannot be used.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The system's `ip_mreqn`, which is not Sendable.
  private struct InterfaceRequest: Sendable {
    var group: UInt32 = 0
    var address: UInt32 = 0
    let index: CUnsignedInt
  }

  let host: String
  let port: Int

  /// The network interface of a multicast; `nil` for that of the routes.
  let interface: String?

  func send(_ groups: AsyncStream<[UInt8]>, whenOpen: @Sendable () -> Void) async throws {
    var bootstrap = DatagramBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelOption(.socketOption(.so_broadcast), value: 1)
    if let interface {
      let index = unsafe if_nametoindex(interface)
      guard index > 0 else {
        throw Failure(description: "this machine has no network interface '\(interface)'")
      }
      bootstrap = bootstrap.channelInitializer { Self.select(index, for: $0) }
    }
    let channel = try await bootstrap.connect(host: host, port: port).get()
    whenOpen()
    for await group in groups {
      if !channel.isActive { break }
      // A port without listener causes an ICMP error, which does not end the output.
      channel.writeAndFlush(ByteBuffer(bytes: group), promise: nil)
    }
    try? await channel.close().get()
  }

  /// Selects the interface by its index; a socket of IPv4 refuses the option of IPv6.
  private static func select(
    _ index: CUnsignedInt, for channel: any Channel
  ) -> EventLoopFuture<Void> {
    guard let options = channel as? any SocketOptionProvider else {
      return channel.eventLoop.makeSucceededVoidFuture()
    }
    return options.setIPv6MulticastIF(index).flatMapError { _ in
      options.unsafeSetSocketOption(
        level: NIOBSDSocket.OptionLevel.ip, name: NIOBSDSocket.Option.ip_multicast_if,
        value: InterfaceRequest(index: index))
    }
  }
}
