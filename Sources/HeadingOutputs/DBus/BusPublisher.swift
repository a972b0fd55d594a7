import HeadingSystemd
import Logging

/// Serves objects on a bus until the output ends; blocks its thread.
///
/// A bus, or a name, that cannot be had is tried again and never ends the service. A client claims an
/// object by a method whose name begins with `Claim`, and gets its signals until it releases it or
/// leaves the bus.
struct BusPublisher: Sendable {
  /// Time after which a lost bus, or a refused name, is tried again, s.
  private static let retry = 10.0

  /// Most clients of an object; more are refused.
  ///
  /// A bus gives a user 256 connections.
  private static let mostClients = 2048

  private static let properties = "org.freedesktop.DBus.Properties"
  private static let introspectable = "org.freedesktop.DBus.Introspectable"

  /// The bus itself, whose signals alone are believed.
  private static let driver = "org.freedesktop.DBus"

  /// Longest text of a caller that an error repeats.
  private static let longestEcho = 64

  let kind: MessageBus.Kind
  /// The name; its connection has no other, because a policy by interfaces would open both.
  let name: String
  let objects: [BusObject]
  let news: Newest<BusState>
  let logger: Logger

  /// Serves until the news end.
  func run() {
    var complaint = ""
    var state = BusState()
    while !news.isEnded {
      do throws(MessageBus.Failure) {
        let bus = try MessageBus(kind)
        try bus.subscribe(
          to: "sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',"
            + "member='NameOwnerChanged'")
        try serve(on: bus, &state)
      } catch {
        if error.description != complaint {
          logger.info("\(name): \(error.description); tried again every 10 s")
        }
        complaint = error.description
      }
      news.pause(seconds: Self.retry)
    }
  }

  /// Requests the name; returns whether the bus refuses it, such as by its policy.
  private func isRefused(isFirst: Bool, on bus: MessageBus) throws(MessageBus.Failure) -> Bool {
    do throws(MessageBus.Failure) {
      // The bus says by a signal that the name is ours.
      if try !bus.request(name: name) {
        logger.info("\(name) belongs to another program; it is taken when that ends")
      }
      return false
    } catch {
      // Without a name of an error the bus itself is lost.
      guard !error.name.isEmpty else { throw error }
      if isFirst {
        logger.warning("the bus does not give the name \(name): \(error); tried again every 10 s")
      }
      return true
    }
  }

  /// Serves until the bus is lost, which throws, or the news end.
  private func serve(on bus: MessageBus, _ state: inout BusState) throws(MessageBus.Failure) {
    // The clients of each object, by their unique names.
    var clients: [Set<String>] = objects.map { _ in [] }
    var told = objects.map { $0.entries(state) }
    var isRefused = try isRefused(isFirst: true, on: bus)
    var attempt = Newest<BusState>.now
    while !news.isEnded {
      // The news come often enough to look at the time.
      if isRefused, Newest<BusState>.now - attempt > Self.retry {
        isRefused = try self.isRefused(isFirst: false, on: bus)
        attempt = Newest<BusState>.now
      }
      while let incoming = try bus.next() {
        switch incoming {
        case .call(let call): try answer(call, state, &clients, on: bus)
        case .signal(let signal): take(signal, &clients)
        case .answer: break
        }
      }
      if let new = news.take() {
        state = new
        for index in objects.indices {
          guard !clients[index].isEmpty else { continue }
          try tell(objects[index], state, &told[index], to: clients[index], on: bus)
        }
      }
      bus.wait(or: news.descriptor)
    }
  }

  /// Sends the changed properties of an object to those who have claimed it.
  private func tell(
    _ object: BusObject, _ state: BusState, _ told: inout [BusValue.Entry],
    to clients: Set<String>, on bus: MessageBus
  ) throws(MessageBus.Failure) {
    let entries = object.entries(state)
    let changed = zip(entries, told).filter { !Self.isSame($0.value, $1.value) }.map(\.0)
    guard !changed.isEmpty else { return }
    told = entries
    for client in clients {
      try bus.emit(
        to: client, path: object.path, interface: Self.properties, member: "PropertiesChanged",
        [.string(object.interface), .dictionary(changed), .strings([])])
    }
  }

  /// Whether two values are equal; not a number is equal to itself.
  private static func isSame(_ one: BusValue, _ other: BusValue) -> Bool {
    if case .double(let one) = one, case .double(let other) = other, one.isNaN, other.isNaN {
      return true
    }
    return one == other
  }

  /// Forgets the claims of a client that has left the bus.
  private func take(_ signal: MessageBus.Signal, _ clients: inout [Set<String>]) {
    // Anybody may send a signal to this connection.
    guard signal.sender == Self.driver else { return }
    let strings = signal.body.strings
    switch signal.member {
    case "NameOwnerChanged" where strings.count == 3 && strings[2].isEmpty:
      for index in clients.indices { clients[index].remove(strings[0]) }
    case "NameAcquired", "NameLost":
      guard strings.first == name else { return }
      logger.info(
        signal.member == "NameLost"
          ? "\(name) is lost to another program" : "\(name) is on \(kind) of D-Bus")
    default: break
    }
  }

  private func answer(
    _ call: BusCall, _ state: BusState, _ clients: inout [Set<String>], on bus: MessageBus
  ) throws(MessageBus.Failure) {
    let strings = call.body.strings
    guard let index = objects.firstIndex(where: { $0.path == call.path }) else {
      if call.member == "Introspect",
        let text = BusObject.introspection(of: call.path, among: objects)
      {
        return try bus.answer(call, [.string(text)])
      }
      return try bus.refuse(
        call, name: "org.freedesktop.DBus.Error.UnknownObject",
        reason: "no object has the path \(Self.short(call.path))")
    }
    let object = objects[index]
    switch (call.interface, call.member) {
    case (Self.introspectable, "Introspect"), ("", "Introspect"):
      try bus.answer(call, [.string(object.introspection(state, among: objects))])
    case (Self.properties, "GetAll") where strings.first == object.interface:
      try bus.answer(call, [.dictionary(object.entries(state))])
    case (Self.properties, "Get") where strings.count == 2 && strings[0] == object.interface:
      guard let property = object.properties.first(where: { $0.name == strings[1] }) else {
        return try bus.refuse(
          call, name: "org.freedesktop.DBus.Error.UnknownProperty",
          reason: "\(object.interface) has no property \(Self.short(strings[1]))")
      }
      try bus.answer(call, [.variant(property.value(state))])
    case (Self.properties, "Set"):
      try bus.refuse(
        call, name: "org.freedesktop.DBus.Error.PropertyReadOnly",
        reason: "no property can be set")
    case (object.interface, let method), ("", let method):
      guard object.methods.contains(method) else { return try refuse(call, of: object, on: bus) }
      if method.hasPrefix("Claim") {
        guard clients[index].count < Self.mostClients || clients[index].contains(call.sender) else {
          return try bus.refuse(
            call, name: "org.freedesktop.DBus.Error.LimitsExceeded",
            reason: "\(Self.mostClients) clients have claimed it")
        }
        clients[index].insert(call.sender)
      } else {
        clients[index].remove(call.sender)
      }
      try bus.answer(call)
    default: try refuse(call, of: object, on: bus)
    }
  }

  private func refuse(
    _ call: BusCall, of object: BusObject, on bus: MessageBus
  ) throws(MessageBus.Failure) {
    try bus.refuse(
      call, name: "org.freedesktop.DBus.Error.UnknownMethod",
      reason: "\(object.path) has no method \(Self.short(call.member)) of "
        + "'\(Self.short(call.interface))' with such arguments")
  }

  /// A caller's text, not longer than an error should be.
  private static func short(_ text: String) -> String {
    text.count > longestEcho ? text.prefix(longestEcho) + "…" : text
  }
}
