import HeadingClock
import HeadingSensing
import NIOCore

/// NIO channel handler of one connection to gpsd: splits bytes into lines and runs a periodic
/// check.
///
/// All of it runs on the channel's event loop.
final class GPSDHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  // gpsd's longest reports (raw measurements of all satellites) are about 10 kB.
  private static let longestLine = 65_536
  private static let watch = "?WATCH={\"enable\":true,\"json\":true};\n"

  private let sink: any SensorSink
  private let clock: any MachineClock
  private let source: GPSDSource
  private var lines = LineSplitter(limit: GPSDHandler.longestLine)
  private var session: GPSDSession
  private var ticking: RepeatedTask?

  init(_ source: GPSDSource, delivering sink: any SensorSink) {
    self.source = source
    self.sink = sink
    clock = source.clock
    session = GPSDSession(
      endpoint: source.endpoint, ageLimit: source.ageLimit, at: source.clock.bootTime)
  }

  func channelActive(context: ChannelHandlerContext) {
    session = GPSDSession(endpoint: source.endpoint, ageLimit: source.ageLimit, at: clock.bootTime)
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: Self.watch)), promise: nil)
    let period = TimeAmount.milliseconds(200)
    let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
    ticking = context.eventLoop.scheduleRepeatedTask(initialDelay: period, delay: period) { _ in
      let handler = bound.value
      handler.deliver(handler.session.check(at: handler.clock.bootTime))
    }
    context.fireChannelActive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let arrival = clock.bootTime
    let tooLong = lines.tooLong
    var outputs: [GPSDSession.Output] = []
    lines.append(unwrapInboundIn(data).readableBytesView) { line in
      outputs += session.receive(line, at: arrival)
    }
    for _ in tooLong..<lines.tooLong { outputs += session.countInvalidLine() }
    deliver(outputs)
  }

  func channelInactive(context: ChannelHandlerContext) {
    ticking?.cancel()
    ticking = nil
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // A broken connection: the source reconnects after the close.
    context.close(promise: nil)
  }

  private func deliver(_ outputs: [GPSDSession.Output]) {
    for output in outputs {
      switch output {
      case .event(let event): sink.deliver(event)
      case .notice(let notice): sink.notice(notice)
      }
    }
  }
}
