import CSystemd
import Glibc

/// A connection to the system bus of D-Bus (sd-bus(3)), for one thread.
@safe
final class SystemBus {
  /// A call that failed.
  struct Failure: Error, CustomStringConvertible {
    /// The name of the bus's or the peer's error.
    var name: String
    var description: String
  }

  /// An object of a peer, by one of its interfaces.
  struct Object {
    let peer: String
    let path: String
    let interface: String
  }

  /// An argument of a call.
  enum Argument {
    case int32(Int32)
    case uint32(UInt32)
    case uint16(UInt16)
    case string(String)
    case texts([String])
  }

  /// The strings, paths and 32-bit numbers that a message begins with.
  struct Body {
    var strings: [String] = []
    var numbers: [Int32] = []
  }

  /// A signal that arrived.
  struct Signal {
    let path: String
    let member: String
    let body: Body
  }

  /// A call that is not answered for so long has failed, µs.
  private static let timeout: UInt64 = 5_000_000

  private let bus: OpaquePointer

  /// Connects.
  ///
  /// - Throws: ``Failure`` if there is no bus.
  init() throws(Failure) {
    var opened: OpaquePointer?
    let result = unsafe sd_bus_open_system(&opened)
    guard result >= 0, let bus = unsafe opened else {
      var failure = Self.failure(result)
      failure.description = "the system bus of D-Bus cannot be reached: \(failure.description)"
      throw failure
    }
    unsafe self.bus = bus
    unsafe sd_bus_set_method_call_timeout(bus, Self.timeout)
  }

  deinit { unsafe sd_bus_flush_close_unref(bus) }

  /// Calls a method; never starts the peer.
  ///
  /// - Returns: The answer.
  /// - Throws: The error of the bus or of the peer.
  @discardableResult
  func call(
    _ object: Object, _ method: String, _ arguments: [Argument] = []
  ) throws(Failure) -> Body {
    var created: OpaquePointer?
    try check(
      unsafe sd_bus_message_new_method_call(
        bus, &created, object.peer, object.path, object.interface, method))
    guard let message = unsafe created else { throw Self.failure(-ENOMEM) }
    defer { unsafe sd_bus_message_unref(message) }
    try check(unsafe sd_bus_message_set_auto_start(message, 0))
    for argument in arguments { try unsafe append(argument, to: message) }
    var error = unsafe sd_bus_error()
    defer { unsafe sd_bus_error_free(&error) }
    var answer: OpaquePointer?
    defer { unsafe sd_bus_message_unref(answer) }
    let result = unsafe sd_bus_call(bus, message, 0, &error, &answer)
    guard result >= 0 else {
      guard let name = unsafe error.name else { throw Self.failure(result) }
      let text = unsafe error.message.map { unsafe String(cString: $0) }
      throw Failure(name: unsafe String(cString: name), description: text ?? "no reason given")
    }
    return unsafe answer.map { unsafe Self.body(of: $0) } ?? Body()
  }

  /// Receives the signals of a peer's interface from now on.
  func subscribe(to rule: String) throws(Failure) {
    let driver = Object(
      peer: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
      interface: "org.freedesktop.DBus")
    try call(driver, "AddMatch", [.string("type='signal'," + rule)])
  }

  /// The next signal that has arrived; `nil` if there is none.
  ///
  /// - Throws: ``Failure`` if the connection is lost.
  func next() throws(Failure) -> Signal? {
    while true {
      var received: OpaquePointer?
      let result = unsafe sd_bus_process(bus, &received)
      try check(result)
      if result == 0 { return nil }
      guard let message = unsafe received else { continue }
      defer { unsafe sd_bus_message_unref(message) }
      guard unsafe sd_bus_message_is_signal(message, nil, nil) > 0 else { continue }
      return unsafe Signal(
        path: Self.text(sd_bus_message_get_path(message)),
        member: Self.text(sd_bus_message_get_member(message)), body: Self.body(of: message))
    }
  }

  /// Waits until something arrives, or the other end of a pipe is closed.
  func wait(or descriptor: CInt) {
    var descriptors = unsafe [
      pollfd(
        fd: sd_bus_get_fd(bus), events: Int16(truncatingIfNeeded: sd_bus_get_events(bus)),
        revents: 0),
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
    ]
    _ = unsafe poll(&descriptors, 2, -1)
  }

  private func append(_ argument: Argument, to message: OpaquePointer) throws(Failure) {
    let type = { (letter: Unicode.Scalar) in CChar(letter.value) }
    switch argument {
    case .int32(var value):
      try check(unsafe sd_bus_message_append_basic(message, type("i"), &value))
    case .uint32(var value):
      try check(unsafe sd_bus_message_append_basic(message, type("u"), &value))
    case .uint16(var value):
      try check(unsafe sd_bus_message_append_basic(message, type("q"), &value))
    case .string(let text):
      try check(unsafe sd_bus_message_append_basic(message, type("s"), text))
    case .texts(let texts):
      try check(unsafe sd_bus_message_open_container(message, type("a"), "ay"))
      for text in texts {
        let bytes = Array(text.utf8)
        try check(unsafe sd_bus_message_append_array(message, type("y"), bytes, bytes.count))
      }
      try check(unsafe sd_bus_message_close_container(message))
    }
  }

  private static func body(of message: OpaquePointer) -> Body {
    var body = Body()
    while true {
      var type: CChar = 0
      var contents: UnsafePointer<CChar>?
      guard unsafe sd_bus_message_peek_type(message, &type, &contents) > 0 else { return body }
      switch UInt8(bitPattern: type) {
      case UInt8(ascii: "s"), UInt8(ascii: "o"):
        var value: UnsafePointer<CChar>?
        guard unsafe sd_bus_message_read_basic(message, type, &value) > 0 else { return body }
        body.strings.append(unsafe text(value))
      case UInt8(ascii: "i"):
        var value: Int32 = 0
        guard unsafe sd_bus_message_read_basic(message, type, &value) > 0 else { return body }
        body.numbers.append(value)
      default: return body
      }
    }
  }

  private static func text(_ pointer: UnsafePointer<CChar>?) -> String {
    unsafe pointer.map { unsafe String(cString: $0) } ?? ""
  }

  private func check(_ result: CInt) throws(Failure) {
    if result < 0 { throw Self.failure(result) }
  }

  private static func failure(_ result: CInt) -> Failure {
    Failure(name: "", description: unsafe String(cString: strerror(-result)))
  }
}
