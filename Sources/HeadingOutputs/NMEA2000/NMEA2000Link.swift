import HeadingNMEA2000
import HeadingRuntime
import Logging

/// A node on an interface, until the output ends; blocks its thread.
struct NMEA2000Link: Sendable {
  /// Time after which an interface that cannot be used is tried again, s.
  private static let retry = 2.0

  /// Longest time without a look at the clock, ms.
  private static let pause: CInt = 100

  let configuration: NMEA2000Configuration
  let name: NMEA2000Name
  let product: NMEA2000Product
  let news: Newest<SolutionUpdate>
  let logger: Logger

  /// Serves until the news end.
  func run() {
    var complaint = ""
    while !news.isEnded {
      do throws(CANSocket.Failure) {
        let socket = try CANSocket(interface: configuration.interface)
        try serve(socket) { complaint = "" }
      } catch {
        if error.description != complaint {
          logger.warning(
            "NMEA 2000 cannot use \(configuration.interface): \(error); trying again")
        }
        complaint = error.description
      }
      news.pause(seconds: Self.retry)
    }
  }

  private func serve(
    _ socket: borrowing CANSocket, whenOpen: () -> Void
  ) throws(CANSocket.Failure) {
    var stream = NMEA2000Stream(configuration)
    var node = NMEA2000Node(
      name: name, product: product,
      groups: NMEA2000Stream.groups(configuration).map(\.rawValue),
      preferred: configuration.address, at: Self.now)
    var told: UInt8?
    for frame in node.begin() { try socket.send(frame) }
    whenOpen()
    while !news.isEnded {
      while let frame = try socket.receive() {
        for answer in node.take(frame, at: Self.now) { try socket.send(answer) }
      }
      for frame in node.advance(to: Self.now) { try socket.send(frame) }
      if let address = node.source, address != told {
        logger.info("NMEA 2000 goes to \(configuration.interface), address \(address)")
        told = address
      }
      if let update = news.take() {
        for message in stream.messages(update) {
          for frame in node.frames(message) { try socket.send(frame) }
        }
      }
      news.wait(Self.pause, or: socket.descriptor)
    }
  }

  private static var now: Double { Newest<SolutionUpdate>.now }
}
