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
  private static let mostClients = 256

  private static let properties = "org.freedesktop.DBus.Properties"
  private static let introspectable = "org.freedesktop.DBus.Introspectable"

  private let configuration: DBusConfiguration
  private let objects: [BusObject]
  private let names: [String]
  private let news: Newest<BusState>
  private let logger: Logger

  init(_ configuration: DBusConfiguration, news: Newest<BusState>, logger: Logger) {
    self.configuration = configuration
    var objects = [HeadingObject.object(hasPlace: configuration.tellsPlace)]
    var names = [HeadingObject.name]
    if configuration.servesSensorProxy {
      objects += SensorProxyObjects.all(north: configuration.north)
      names.append(SensorProxyObjects.name)
    }
    (self.objects, self.names) = (objects, names)
    (self.news, self.logger) = (news, logger)
  }

  /// Serves until the news end.
  func run() {
    var complaint = ""
    var state = BusState()
    while !news.isEnded {
      do throws(MessageBus.Failure) {
        let bus = try MessageBus(configuration.bus)
        try bus.subscribe(
          to: "sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',"
            + "member='NameOwnerChanged'")
        try serve(on: bus, &state)
      } catch {
        if error.description != complaint {
          logger.info("D-Bus: \(error.description); tried again every 10 s")
        }
        complaint = error.description
      }
      news.pause(seconds: Self.retry)
    }
  }

  /// Requests names; returns those that the bus refuses, such as by its policy.
  private func request(
    _ names: [String], isFirst: Bool, on bus: MessageBus
  ) throws(MessageBus.Failure) -> [String] {
    var refused: [String] = []
    for name in names {
      do throws(MessageBus.Failure) {
        // The bus says by a signal that the name is ours.
        if try !bus.request(name: name) {
          logger.info("\(name) belongs to another program; it is taken when that ends")
        }
      } catch {
        // Without a name of an error the bus itself is lost.
        guard !error.name.isEmpty else { throw error }
        refused.append(name)
        guard isFirst else { continue }
        logger.warning("the bus does not give the name \(name): \(error); tried again every 10 s")
      }
    }
    return refused
  }

  /// Serves until the bus is lost, which throws, or the news end.
  private func serve(on bus: MessageBus, _ state: inout BusState) throws(MessageBus.Failure) {
    // The clients of each object, by their unique names.
    var clients: [[String: Int]] = objects.map { _ in [:] }
    var told = objects.map { $0.entries(state) }
    var refused = try request(names, isFirst: true, on: bus)
    var attempt = Newest<BusState>.now
    while !news.isEnded {
      // The news come often enough to look at the time.
      if !refused.isEmpty, Newest<BusState>.now - attempt > Self.retry {
        refused = try request(refused, isFirst: false, on: bus)
        attempt = Newest<BusState>.now
      }
      while let incoming = try bus.next() {
        switch incoming {
        case .call(let call): try answer(call, state, &clients, on: bus)
        case .signal(let signal): take(signal, &clients)
        }
      }
      if let new = news.take() {
        state = new
        for index in objects.indices {
          guard !clients[index].isEmpty else { continue }
          try tell(objects[index], state, &told[index], on: bus)
        }
      }
      bus.wait(or: news.descriptor)
    }
  }

  /// Sends the changed properties of an object, which somebody has claimed.
  private func tell(
    _ object: BusObject, _ state: BusState, _ told: inout [BusValue.Entry], on bus: MessageBus
  ) throws(MessageBus.Failure) {
    let entries = object.entries(state)
    let changed = zip(entries, told).filter { !Self.isSame($0.value, $1.value) }.map(\.0)
    guard !changed.isEmpty else { return }
    told = entries
    try bus.emit(
      path: object.path, interface: Self.properties, member: "PropertiesChanged",
      [.string(object.interface), .dictionary(changed), .strings([])])
  }

  /// Whether two values are equal; not a number is equal to itself.
  private static func isSame(_ one: BusValue, _ other: BusValue) -> Bool {
    if case .double(let one) = one, case .double(let other) = other, one.isNaN, other.isNaN {
      return true
    }
    return one == other
  }

  /// Forgets the claims of a client that has left the bus.
  private func take(_ signal: MessageBus.Signal, _ clients: inout [[String: Int]]) {
    let strings = signal.body.strings
    switch signal.member {
    case "NameOwnerChanged" where strings.count == 3 && strings[2].isEmpty:
      for index in clients.indices { clients[index][strings[0]] = nil }
    case "NameAcquired", "NameLost":
      guard let name = strings.first, names.contains(name) else { return }
      logger.info(
        signal.member == "NameLost"
          ? "\(name) is lost to another program" : "\(name) is on \(configuration.bus) of D-Bus")
    default: break
    }
  }

  private func answer(
    _ call: BusCall, _ state: BusState, _ clients: inout [[String: Int]], on bus: MessageBus
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
        reason: "no object has the path \(call.path)")
    }
    let object = objects[index]
    switch (call.interface, call.member) {
    case (Self.introspectable, "Introspect"), ("", "Introspect"):
      try bus.answer(call, [.string(object.introspection(state))])
    case (Self.properties, "GetAll") where strings.first == object.interface:
      try bus.answer(call, [.dictionary(object.entries(state))])
    case (Self.properties, "Get") where strings.count == 2 && strings[0] == object.interface:
      guard let property = object.properties.first(where: { $0.name == strings[1] }) else {
        return try bus.refuse(
          call, name: "org.freedesktop.DBus.Error.UnknownProperty",
          reason: "\(object.interface) has no property \(strings[1])")
      }
      try bus.answer(call, [.variant(property.value(state))])
    case (Self.properties, "Set"):
      try bus.refuse(
        call, name: "org.freedesktop.DBus.Error.PropertyReadOnly",
        reason: "no property can be set")
    case (object.interface, let method), ("", let method):
      guard object.methods.contains(method) else { return try refuse(call, of: object, on: bus) }
      if method.hasPrefix("Claim") {
        guard clients[index].count < Self.mostClients || clients[index][call.sender] != nil else {
          return try bus.refuse(
            call, name: "org.freedesktop.DBus.Error.LimitsExceeded",
            reason: "\(Self.mostClients) clients have claimed it")
        }
        clients[index][call.sender, default: 0] += 1
      } else if let count = clients[index][call.sender] {
        clients[index][call.sender] = count > 1 ? count - 1 : nil
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
      reason: "\(object.path) has no method \(call.member) of '\(call.interface)'")
  }
}
