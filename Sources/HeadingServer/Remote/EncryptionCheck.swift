import NIOCore

/// Tells a client that does not speak TLS before the handler of TLS sees, and answers, its bytes.
final class EncryptionCheck: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer

  /// The first byte of a client is not one of TLS.
  struct Missing: Error {}

  /// Types of records, of which one is the first byte (RFC 8446, section 5.1).
  private static let types: ClosedRange<UInt8> = 20...23

  private var isMissing = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isMissing else { return }
    guard let type = unwrapInboundIn(data).readableBytesView.first, Self.types.contains(type) else {
      isMissing = true
      return context.fireErrorCaught(Missing())
    }
    context.fireChannelRead(data)
    context.pipeline.syncOperations.removeHandler(self, promise: nil)
  }
}
