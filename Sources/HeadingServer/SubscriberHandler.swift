import Foundation
import HeadingProtocol
import HeadingRuntime
import NIOCore

/// One subscriber in NIO's pipeline; everything here runs on the server's event loop.
///
/// Lines are written while the socket takes them. When it does not, only the newest waits here, so
/// a subscriber that stands still costs a bounded number of lines and delays nobody.
final class SubscriberHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private enum State {
    /// Subscribed.
    case open
    /// Being turned away: the reason is on its way out, what still comes in is thrown away.
    case closing
  }

  private let hub: SubscriberHub
  private let coder = MessageCoder()
  private var reader: LineReader
  private var allowance: RequestAllowance
  private var backlog = Backlog<ByteBuffer>()
  private var limit = RateLimit()
  private var state = State.open
  private var context: ChannelHandlerContext?

  init(hub: SubscriberHub, settings: ServerSettings) {
    self.hub = hub
    reader = LineReader(limit: settings.longestRequest)
    allowance = RequestAllowance(perSecond: settings.requestsPerSecond)
  }

  func channelActive(context: ChannelHandlerContext) {
    self.context = context
    if hub.add(self) {
      write(hub.greeting)
      context.flush()
    } else {
      refuse("there are too many subscribers; try again later")
    }
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    hub.remove(self)
    state = .closing
    self.context = nil
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // A broken connection: channelInactive cleans up.
    context.close(promise: nil)
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if context.channel.isWritable, let delivery = backlog.drain() { send(delivery) }
    context.fireChannelWritabilityChanged()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .open = state else { return }
    let bytes = unwrapInboundIn(data).readableBytesView
    do {
      try reader.append(bytes) { take($0) }
    } catch {
      refuse("a request is longer than \(error.limit) bytes")
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    // The peer sends no more: an open one goes on reading, one that was turned away is done.
    if case .closing = state, case .inputClosed? = event as? ChannelEvent {
      context.close(promise: nil)
    }
    context.fireUserInboundEventTriggered(event)
  }

  /// Takes an update that was encoded for all.
  func offer(_ line: ByteBuffer, at time: Double, missedBefore: Int) {
    guard case .open = state, let context else { return }
    if limit.rate == 0 { backlog.miss(missedBefore) }
    guard limit.admits(time) else { return }
    if let delivery = backlog.offer(line, isWritable: context.channel.isWritable) {
      send(delivery)
    }
  }

  /// Hangs up.
  func close() {
    state = .closing
    context?.close(promise: nil)
  }

  private func take(_ line: [UInt8]) {
    guard case .open = state else { return }
    guard allowance.admits(at: .now()) else { return refuse("too many requests in a second") }
    guard let request = try? coder.message(Request.self, from: Data(line)) else {
      return refuse(
        "a request that is not understood; docs/protocol.md says what can be asked for")
    }
    if let problem = request.problem { return refuse(problem) }
    if let rate = request.rate { limit.rate = rate }
    guard let answer = hub.buffer(Request(rate: limit.rate)) else { return }
    write(answer)
    context?.flush()
  }

  private func send(_ delivery: Backlog<ByteBuffer>.Delivery) {
    if delivery.missed > 0, let count = hub.buffer(MissedLines(count: delivery.missed)) {
      write(count)
    }
    write(delivery.line)
    context?.flush()
  }

  private func write(_ line: ByteBuffer) { context?.write(wrapOutboundOut(line), promise: nil) }

  /// Says why and ends our side; hangs up when the peer ends its own, at the latest in a second.
  ///
  /// Closing at once, with requests still unread, would make TCP throw the reason away.
  private func refuse(_ reason: String) {
    guard case .open = state, let context else { return }
    state = .closing
    hub.remove(self)
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    context.eventLoop.scheduleTask(in: .seconds(1)) { bound.value.close(promise: nil) }
    guard let line = hub.buffer(Refusal(reason)) else { return context.close(promise: nil) }
    context.writeAndFlush(wrapOutboundOut(line)).whenComplete { _ in
      bound.value.close(mode: .output, promise: nil)
    }
  }
}
