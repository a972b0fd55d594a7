import Glibc
import NIOCore

/// Pauses accepting when the process is out of descriptors or the kernel is out of memory.
///
/// Otherwise the event loop would spin, because the pending connection stays readable.
final class AcceptPause: ChannelInboundHandler, Sendable {
  typealias InboundIn = Channel

  /// Longer pauses delay new clients, shorter ones cost processor time.
  private static let duration = TimeAmount.milliseconds(500)

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let error = error as? IOError,
      [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(error.errnoCode)
    else { return context.fireErrorCaught(error) }
    let channel = context.channel
    channel.setOption(.autoRead, value: false).whenSuccess {
      channel.eventLoop.scheduleTask(in: Self.duration) {
        channel.setOption(.autoRead, value: true)
      }
    }
  }
}
