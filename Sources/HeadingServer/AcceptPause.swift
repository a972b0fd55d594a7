import Glibc
import NIOCore

/// Pauses accepting when the process is out of descriptors: the kernel would report the same
/// pending connection again and again.
final class AcceptPause: ChannelInboundHandler, Sendable {
  typealias InboundIn = Channel

  private static let length = TimeAmount.milliseconds(500)

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let error = error as? IOError,
      [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(error.errnoCode)
    else { return context.fireErrorCaught(error) }
    let channel = context.channel
    channel.setOption(.autoRead, value: false).whenSuccess {
      channel.eventLoop.scheduleTask(in: Self.length) {
        channel.setOption(.autoRead, value: true)
      }
    }
  }
}
