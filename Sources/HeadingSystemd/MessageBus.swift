import CSystemd
import Glibc

/// A connection to a bus of D-Bus (sd-bus(3)), for one thread.
@safe
package final class MessageBus {
  /// Which bus.
  package enum Kind: Sendable, Hashable, CustomStringConvertible {
    /// The machine's.
    case system
    /// The user's.
    case session
    /// The one at an address of D-Bus, such as `unix:path=/run/bus`.
    case address(String)

    /// Reads `system`, `session` or an address of a Unix socket; `nil` for anything else.
    package init?(_ text: String) {
      switch text {
      case "system": self = .system
      case "session": self = .session
      default:
        guard text.hasPrefix("unix:") else { return nil }
        self = .address(text)
      }
    }

    /// The bus in words.
    package var description: String {
      switch self {
      case .system: "the system bus"
      case .session: "the session bus"
      case .address(let address): "the bus at \(address)"
      }
    }
  }

  /// A call that failed.
  package struct Failure: Error, CustomStringConvertible {
    /// The name of the bus's or the peer's error.
    package var name: String
    /// The reason.
    package var description: String

    /// Creates a failure.
    package init(name: String, description: String) {
      (self.name, self.description) = (name, description)
    }
  }

  /// An object of a peer, by one of its interfaces.
  package struct Object: Sendable {
    /// The peer's name.
    package let peer: String
    /// The object's path.
    package let path: String
    /// The interface.
    package let interface: String

    /// Creates a reference.
    package init(peer: String, path: String, interface: String) {
      (self.peer, self.path, self.interface) = (peer, path, interface)
    }
  }

  /// The values of a message.
  package struct Body: Sendable {
    /// All values that can be read.
    package var values: [BusValue] = []

    /// The strings and paths among the strings, paths and 32-bit numbers that it begins with.
    package var strings: [String] { beginning.compactMap(\.text) }

    /// The 32-bit numbers among those.
    package var numbers: [Int32] {
      beginning.compactMap { value in
        switch value {
        case .int32(let number): number
        case .uint32(let number): Int32(bitPattern: number)
        default: nil
        }
      }
    }

    private var beginning: ArraySlice<BusValue> {
      values.prefix { value in
        switch value {
        case .string, .path, .int32, .uint32: true
        default: false
        }
      }
    }
  }

  /// A signal that arrived.
  package struct Signal: Sendable {
    /// The object.
    package let path: String
    /// The signal's interface.
    package let interface: String
    /// The signal's name.
    package let member: String
    /// Who sent it, by the name that the bus vouches for.
    package let sender: String
    /// Its arguments.
    package let body: Body
  }

  /// What has arrived.
  package enum Incoming {
    case signal(Signal)
    case call(BusCall)
    /// The answer to a call by ``begin(_:_:_:)``, with the number of that.
    case answer(UInt64, Result<Body, Failure>)
  }

  /// The bus itself.
  private static let driver = Object(
    peer: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
    interface: "org.freedesktop.DBus")

  /// A call that is not answered for so long has failed, s.
  package static let patience = 5.0

  private let bus: OpaquePointer

  /// Connects.
  ///
  /// - Parameters:
  ///   - kind: The bus.
  ///   - patience: A call that is not answered for so long has failed, s.
  /// - Throws: ``Failure`` if there is no bus.
  package init(
    _ kind: Kind = .system, patience: Double = MessageBus.patience
  ) throws(Failure) {
    var opened: OpaquePointer?
    let result =
      switch kind {
      case .system: unsafe sd_bus_open_system(&opened)
      case .session: unsafe sd_bus_open_user(&opened)
      case .address(let address): unsafe Self.open(address, &opened)
      }
    guard result >= 0, let bus = unsafe opened else {
      var failure = Self.failure(result)
      failure.description =
        "\(kind) of D-Bus cannot be reached: \(failure.description)"
      throw failure
    }
    unsafe self.bus = bus
    unsafe sd_bus_set_method_call_timeout(bus, UInt64(patience * 1e6))
  }

  deinit { unsafe sd_bus_flush_close_unref(bus) }

  private static func open(_ address: String, _ bus: inout OpaquePointer?) -> CInt {
    var result = unsafe sd_bus_new(&bus)
    if result >= 0 { result = unsafe sd_bus_set_address(bus, address) }
    if result >= 0 { result = unsafe sd_bus_set_bus_client(bus, 1) }
    return result >= 0 ? unsafe sd_bus_start(bus) : result
  }

  /// Calls a method; never starts the peer.
  ///
  /// - Returns: The answer.
  /// - Throws: The error of the bus or of the peer.
  @discardableResult
  package func call(
    _ object: Object, _ method: String, _ arguments: [BusValue] = []
  ) throws(Failure) -> Body {
    let message = try unsafe newCall(object, method, arguments)
    defer { unsafe sd_bus_message_unref(message) }
    var error = unsafe sd_bus_error()
    defer { unsafe sd_bus_error_free(&error) }
    var answer: OpaquePointer?
    defer { unsafe sd_bus_message_unref(answer) }
    let result = unsafe sd_bus_call(bus, message, 0, &error, &answer)
    guard result >= 0 else { throw unsafe Self.failure(of: &error) ?? Self.failure(result) }
    return unsafe answer.map { unsafe Self.body(of: $0) } ?? Body()
  }

  /// Calls a method without waiting; never starts the peer.
  ///
  /// - Returns: The number of the call, with which ``next()`` brings the answer.
  /// - Throws: ``Failure`` if the connection is lost. Without an answer none comes.
  package func begin(
    _ object: Object, _ method: String, _ arguments: [BusValue] = []
  ) throws(Failure) -> UInt64 {
    let message = try unsafe newCall(object, method, arguments)
    defer { unsafe sd_bus_message_unref(message) }
    var number: UInt64 = 0
    try check(unsafe sd_bus_send(bus, message, &number))
    return number
  }

  /// A new message, which the caller gives back.
  private func newCall(
    _ object: Object, _ method: String, _ arguments: [BusValue]
  ) throws(Failure) -> OpaquePointer {
    var created: OpaquePointer?
    try check(
      unsafe sd_bus_message_new_method_call(
        bus, &created, object.peer, object.path, object.interface, method))
    guard let message = unsafe created else { throw Self.failure(-ENOMEM) }
    do throws(Failure) {
      try check(unsafe sd_bus_message_set_auto_start(message, 0))
      for argument in arguments { try unsafe append(argument, to: message) }
    } catch {
      unsafe sd_bus_message_unref(message)
      throw error
    }
    return unsafe message
  }

  /// Receives the signals of a peer's interface from now on.
  package func subscribe(to rule: String) throws(Failure) {
    try call(Self.driver, "AddMatch", [.string("type='signal'," + rule)])
  }

  /// The connection that owns a name.
  package func owner(of name: String) throws(Failure) -> String? {
    try call(Self.driver, "GetNameOwner", [.string(name)]).strings.first
  }

  /// Requests a name; one that another connection owns is waited for.
  ///
  /// The bus says by `NameAcquired` and `NameLost` when that changes.
  ///
  /// - Returns: Whether this connection owns the name now.
  /// - Throws: ``Failure``, such as that the bus's policy does not allow it.
  package func request(name: String) throws(Failure) -> Bool {
    // Values of the specification: 1 owner, 2 in the queue, 4 owner before.
    let answer = try call(Self.driver, "RequestName", [.string(name), .uint32(0)])
    return answer.numbers.first != 2
  }

  /// The next signal or call that has arrived; `nil` if there is none.
  ///
  /// - Throws: ``Failure`` if the connection is lost.
  package func next() throws(Failure) -> Incoming? {
    while true {
      var received: OpaquePointer?
      let result = unsafe sd_bus_process(bus, &received)
      try check(result)
      if result == 0 { return nil }
      guard let message = unsafe received else { continue }
      defer { unsafe sd_bus_message_unref(message) }
      if unsafe sd_bus_message_is_method_call(message, nil, nil) > 0 {
        return unsafe .call(BusCall(message))
      }
      if let answer = unsafe Self.answer(message) { return answer }
      guard unsafe sd_bus_message_is_signal(message, nil, nil) > 0 else { continue }
      return unsafe .signal(
        Signal(
          path: Self.text(sd_bus_message_get_path(message)),
          interface: Self.text(sd_bus_message_get_interface(message)),
          member: Self.text(sd_bus_message_get_member(message)),
          sender: Self.text(sd_bus_message_get_sender(message)), body: Self.body(of: message)))
    }
  }

  /// The answer that a message is; `nil` if it is something else.
  private static func answer(_ message: OpaquePointer) -> Incoming? {
    var number: UInt64 = 0
    guard unsafe sd_bus_message_get_reply_cookie(message, &number) >= 0 else { return nil }
    guard let error = unsafe sd_bus_message_get_error(message) else {
      return unsafe .answer(number, .success(body(of: message)))
    }
    var copy = unsafe error.pointee
    return unsafe .answer(
      number, .failure(failure(of: &copy) ?? Failure(name: "", description: "no reason given")))
  }

  /// The failure that a peer has told; `nil` if none has.
  private static func failure(of error: inout sd_bus_error) -> Failure? {
    guard let name = unsafe error.name else { return nil }
    let text = unsafe error.message.map { unsafe String(cString: $0) }
    return Failure(name: unsafe String(cString: name), description: text ?? "no reason given")
  }

  /// Answers a call.
  package func answer(_ call: BusCall, _ values: [BusValue] = []) throws(Failure) {
    var created: OpaquePointer?
    try check(unsafe sd_bus_message_new_method_return(call.message, &created))
    try unsafe send(created, values)
  }

  /// Answers a call by an error.
  package func refuse(_ call: BusCall, name: String, reason: String) throws(Failure) {
    var error = unsafe sd_bus_error()
    defer { unsafe sd_bus_error_free(&error) }
    unsafe sd_bus_error_set(&error, name, reason)
    try check(unsafe sd_bus_reply_method_error(call.message, &error))
  }

  /// Sends a signal to one connection, by its unique name; nobody else gets it.
  package func emit(
    to destination: String, path: String, interface: String, member: String, _ values: [BusValue]
  ) throws(Failure) {
    var created: OpaquePointer?
    try check(unsafe sd_bus_message_new_signal(bus, &created, path, interface, member))
    try unsafe send(created, values, to: destination)
  }

  /// Sends a new message and gives it back, also if that fails.
  private func send(
    _ message: OpaquePointer?, _ values: [BusValue], to destination: String? = nil
  ) throws(Failure) {
    guard let message = unsafe message else { throw Self.failure(-ENOMEM) }
    defer { unsafe sd_bus_message_unref(message) }
    if let destination { try check(unsafe sd_bus_message_set_destination(message, destination)) }
    for value in values { try unsafe append(value, to: message) }
    try check(unsafe sd_bus_send(bus, message, nil))
  }

  /// Waits until something arrives on the bus or can be read from a descriptor.
  ///
  /// - Parameters:
  ///   - seconds: The longest time; `nil` for ever.
  ///   - others: The descriptors.
  package func wait(seconds: Double? = nil, or others: CInt...) {
    var descriptors = unsafe [
      pollfd(
        fd: sd_bus_get_fd(bus), events: Int16(truncatingIfNeeded: sd_bus_get_events(bus)),
        revents: 0)
    ]
    descriptors += others.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let limit = seconds.map { CInt((min(max($0, 0), 86_400) * 1000).rounded(.up)) } ?? -1
    _ = unsafe poll(&descriptors, nfds_t(descriptors.count), limit)
  }

  private func append(_ value: BusValue, to message: OpaquePointer) throws(Failure) {
    try check(unsafe MessageWriter(message).append(value))
  }

  static func body(of message: OpaquePointer) -> Body {
    unsafe Body(values: MessageReader.values(of: message))
  }

  static func text(_ pointer: UnsafePointer<CChar>?) -> String {
    unsafe pointer.map { unsafe String(cString: $0) } ?? ""
  }

  private func check(_ result: CInt) throws(Failure) {
    if result < 0 { throw Self.failure(result) }
  }

  private static func failure(_ result: CInt) -> Failure {
    Failure(name: "", description: unsafe String(cString: strerror(-result)))
  }
}
