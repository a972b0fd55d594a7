import HeadingSystem
import HeadingSystemd
import Logging

/// Publishes a service through Avahi as long as it may; blocks its thread.
struct AvahiPublisher {
  private static let peer = "org.freedesktop.Avahi"
  private static let server = MessageBus.Object(
    peer: peer, path: "/", interface: "org.freedesktop.Avahi.Server")

  /// Time after which a lost bus, or a refusal of Avahi, is tried again, ms.
  private static let retry = 30.0

  /// States of Avahi's server and groups (avahi-common/defs.h).
  private enum ServerState { static let running: Int32 = 2 }
  private enum GroupState {
    static let established: Int32 = 2
    static let collision: Int32 = 3
    static let failure: Int32 = 4
  }

  private var service: AnnouncedService
  private let logger: Logger
  private let stop: StopSignal
  private var group: MessageBus.Object?
  private var complaint = ""

  init(service: AnnouncedService, logger: Logger, stop: StopSignal) {
    self.service = service
    self.logger = logger
    self.stop = stop
  }

  /// Publishes until the stop.
  mutating func run() {
    while !stop.isSet {
      do throws(MessageBus.Failure) {
        let bus = try MessageBus()
        try publish(on: bus)
        return
      } catch {
        complain(error)
      }
      group = nil
      if stop.wait(seconds: Self.retry) { return }
    }
  }

  /// Publishes on a bus until the end.
  ///
  /// - Throws: The loss of the bus, or Avahi's refusal.
  private mutating func publish(on bus: MessageBus) throws(MessageBus.Failure) {
    try bus.subscribe(
      to: "sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(Self.peer)'")
    try bus.subscribe(to: "sender='\(Self.peer)',member='StateChanged'")
    try announce(on: bus)
    while !stop.isSet {
      while let incoming = try bus.next() {
        if case .signal(let signal) = incoming { try take(signal, on: bus) }
      }
      bus.wait(or: stop.descriptor)
    }
  }

  private mutating func take(
    _ signal: MessageBus.Signal, on bus: MessageBus
  ) throws(MessageBus.Failure) {
    switch signal.member {
    case "NameOwnerChanged":
      // Groups end with Avahi. A new Avahi says when it is running.
      if signal.body.strings.last?.isEmpty ?? true { group = nil }
    case "StateChanged" where signal.path == Self.server.path:
      // Avahi withdraws all groups while it looks for its own name.
      if signal.body.numbers.first == ServerState.running { try announce(on: bus) }
    case "StateChanged" where signal.path == group?.path:
      switch signal.body.numbers.first {
      case GroupState.established:
        complaint = ""
        logger.info("announced by mDNS as '\(service.name)', \(ServiceAnnouncement.type)")
      case GroupState.collision: try announceRenamed(on: bus)
      case GroupState.failure:
        throw MessageBus.Failure(
          name: "", description: "Avahi: " + (signal.body.strings.last ?? "no reason given"))
      default: break
      }
    default: break
    }
  }

  /// Announces in a new group; without Avahi nothing happens.
  private mutating func announce(on bus: MessageBus) throws(MessageBus.Failure) {
    do throws(MessageBus.Failure) {
      if let group { try bus.call(group, "Free") }
      group = nil
      let state = try bus.call(Self.server, "GetState").numbers.first
      guard state == ServerState.running else { return }
      guard let path = try bus.call(Self.server, "EntryGroupNew").strings.first else { return }
      let group = MessageBus.Object(
        peer: Self.peer, path: path, interface: "org.freedesktop.Avahi.EntryGroup")
      self.group = group
      // On all networks, by both address families, in the standard domain, on this host.
      try bus.call(
        group, "AddService",
        [
          .int32(-1), .int32(-1), .uint32(0), .string(service.name),
          .string(ServiceAnnouncement.type), .string(""), .string(""), .uint16(service.port),
          .texts(service.texts),
        ])
      try bus.call(group, "Commit")
    } catch {
      switch error.name {
      case "org.freedesktop.DBus.Error.ServiceUnknown",
        "org.freedesktop.DBus.Error.NameHasNoOwner":
        logger.debug("not announced by mDNS: Avahi does not run")
      case "org.freedesktop.Avahi.CollisionError": try announceRenamed(on: bus)
      default: throw error
      }
    }
  }

  /// Announces under the next name, "… #2".
  private mutating func announceRenamed(on bus: MessageBus) throws(MessageBus.Failure) {
    guard
      let name = try bus.call(
        Self.server, "GetAlternativeServiceName", [.string(service.name)]
      ).strings.first
    else { return }
    service.name = name
    try announce(on: bus)
  }

  /// Logs a new reason once.
  private mutating func complain(_ error: MessageBus.Failure) {
    if error.description != complaint {
      logger.info("not announced by mDNS: \(error.description); tried again every 30 s")
    }
    complaint = error.description
  }
}
