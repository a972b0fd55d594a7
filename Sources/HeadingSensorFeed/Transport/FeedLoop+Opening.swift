import Glibc
import HeadingSensing

/// Serial lines and connections to servers, which may come and go.
extension FeedLoop {
  /// Time without an answer after which a connection is lost, s.
  private static let answerLimit: Int32 = 10

  /// Opens what is not open.
  mutating func openLinks() {
    for (identifier, link) in links where link.descriptor < 0 {
      guard link.retry.map({ now >= $0 }) ?? true else { continue }
      var opened = link
      do throws(FeedRefusal) {
        switch link.endpoint {
        case .serial(let device, let bitRate):
          opened.descriptor = try SerialPort.open(
            device, bitRate: bitRate, isWritten: link.session.isFlightController)
          opened.attempts = 0
        case .tcp(let host, let port):
          opened.descriptor = try Self.connect(host, port)
          opened.isConnecting = true
        case .socket, .udp, .standardInput: continue
        }
        opened.declared = now
        links[identifier] = opened
      } catch {
        links[identifier] = opened
        failed(identifier, error.reason)
      }
    }
  }

  /// Begins a connection.
  private static func connect(_ host: String, _ port: UInt16) throws(FeedRefusal) -> Int32 {
    guard let address = InternetAddress(host, port: port) else {
      throw FeedRefusal("\(host) is no numeric address")
    }
    let descriptor = socket(
      address.family,
      CInt(SOCK_STREAM.rawValue) | CInt(SOCK_NONBLOCK.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw FeedRefusal(FeedError.reason(errno)) }
    // A machine that was switched off sends no end.
    for (option, value) in [
      (TCP_KEEPIDLE, answerLimit / 2), (TCP_KEEPINTVL, answerLimit / 5), (TCP_KEEPCNT, 2),
      (TCP_USER_TIMEOUT, answerLimit * 1000), (TCP_NODELAY, 1),
    ] {
      var value = value
      unsafe setsockopt(descriptor, Int32(IPPROTO_TCP), option, &value, 4)
    }
    var isKept: Int32 = 1
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_KEEPALIVE, &isKept, 4)
    guard address.connect(descriptor) else {
      let code = errno
      close(descriptor)
      throw FeedRefusal(FeedError.reason(code))
    }
    return descriptor
  }

  /// Ends the beginning of a connection, which has succeeded or failed.
  mutating func connected(_ identifier: Int) {
    guard let descriptor = links[identifier]?.descriptor else { return }
    var code: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size)
    links[identifier]?.isConnecting = false
    guard code != 0 else {
      links[identifier]?.attempts = 0
      return
    }
    close(descriptor)
    links[identifier]?.descriptor = -1
    failed(identifier, FeedError.reason(code))
  }

  /// Tries again later; reports the second failure.
  private mutating func failed(_ identifier: Int, _ reason: String) {
    guard var link = links[identifier] else { return }
    link.retry = now.advanced(bySeconds: Self.retry)
    // A receiver that this one replaces may have the line a moment longer.
    link.attempts = min(link.attempts + 1, 3)
    if link.attempts == 2 {
      note(.error, "\(link.endpoint.name) cannot be opened: \(reason); trying again")
    }
    links[identifier] = link
  }
}
