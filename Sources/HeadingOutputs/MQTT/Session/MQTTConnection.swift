import CMosquitto
import Glibc
import HeadingStorage

/// One connection to a broker, for one thread, through libmosquitto.
///
/// The library's own loops are not used: they wait by `select`, which a descriptor above 1023 breaks.
/// Callbacks only note what has arrived; the thread takes it after the library has returned.
@safe
package final class MQTTConnection {
  /// What has arrived.
  enum Incoming {
    case accepted
    case refused(Int32)
    case ended(Int32)
    case message(MQTTMessage)
    case acknowledged(Int32, code: Int32)
    case subscribed(isRefused: Bool)
  }

  /// Time between two looks at the keep-alive, s.
  private static let step = 1.0

  /// The broker.
  package let server: MQTTServer

  /// The version of the protocol: 5 or 3.1.1.
  package let version: MQTTVersion

  private let handle: OpaquePointer
  private let largestPacket: UInt64
  private var arrived: [Incoming] = []
  /// Published messages that the broker has not acknowledged.
  private var unacknowledged: Set<Int32> = []
  /// What the library has said of errors, the newest last.
  private var errors = ""
  private var isUnanswered = false
  /// Bytes from the broker up to its last whole packet.
  private var wholeBytes: UInt64 = 0
  private var isWhole = false
  private(set) var isAccepted = false
  /// When something has come last, s.
  private var arrivalTime = 0.0
  /// How long a broker may say nothing, s.
  private var longestSilence: Double

  private static let isReady: Bool = mosquitto_lib_init() == 0

  /// Prepares a connection; the files of the settings are read.
  ///
  /// - Parameters:
  ///   - server: The broker.
  ///   - settings: The session's settings.
  ///   - version: The version, 5 or 3.1.1.
  /// - Throws: What is wrong with the files.
  init(
    to server: MQTTServer, _ settings: MQTTSettings, version: MQTTVersion
  ) throws(MQTTFailure) {
    guard Self.isReady,
      let handle = unsafe mosquitto_new(settings.clientIdentifier, true, nil)
    else { throw MQTTFailure(.other, "there is no memory for a connection") }
    unsafe self.handle = handle
    (self.server, self.version) = (server, version)
    largestPacket = UInt64(settings.largestPacket)
    longestSilence = settings.longestSilence
    unsafe mosquitto_user_data_set(handle, Unmanaged.passUnretained(self).toOpaque())
    setCallbacks()
    _ = unsafe mosquitto_int_option(
      handle, MOSQ_OPT_PROTOCOL_VERSION, version == .five ? MQTT_PROTOCOL_V5 : MQTT_PROTOCOL_V311)
    _ = unsafe mosquitto_int_option(handle, MOSQ_OPT_TCP_NODELAY, 1)
    try identify(settings)
    if let will = settings.will {
      try check(
        unsafe mosquitto_will_set(
          handle, will.topic, CInt(will.payload.count), will.payload, CInt(will.quality),
          will.isRetained))
    }
    if let security = settings.security { try secure(security) }
  }

  deinit { unsafe mosquitto_destroy(handle) }

  private func identify(_ settings: MQTTSettings) throws(MQTTFailure) {
    guard let user = settings.user else { return }
    var password: String?
    if let file = settings.passwordFile {
      do throws(CredentialFile.Problem) {
        let content = try CredentialFile.content(file)
        var text = String(decoding: content, as: UTF8.self)
        while text.hasSuffix("\n") || text.hasSuffix("\r\n") { text.removeLast() }
        password = text
      } catch {
        throw MQTTFailure(.credentials, "the file \(file) cannot be used: \(error.reason)")
      }
      guard let password, !password.isEmpty, !password.utf8.contains(0) else {
        throw MQTTFailure(.credentials, "the file \(file) has no password")
      }
    }
    try check(unsafe mosquitto_username_pw_set(handle, user, password))
  }

  private func secure(_ security: MQTTSecurity) throws(MQTTFailure) {
    for file in [security.certificateAuthority, security.certificate, security.key] {
      guard let file else { continue }
      do throws(CredentialFile.Problem) {
        // The library would wait for ever for a pipe without a writer.
        _ = try CredentialFile.content(file)
      } catch {
        throw MQTTFailure(.credentials, "the file \(file) cannot be used: \(error.reason)")
      }
    }
    // Without the function OpenSSL would ask at the terminal for the password of a key.
    let noPassword:
      @convention(c) (
        UnsafeMutablePointer<CChar>?, CInt, CInt, UnsafeMutableRawPointer?
      ) -> CInt = { _, _, _, _ in 0 }
    if let authority = security.certificateAuthority {
      try check(
        unsafe mosquitto_tls_set(
          handle, authority, nil, security.certificate, security.key, noPassword))
    } else {
      try check(
        unsafe mosquitto_tls_set(
          handle, nil, "/etc/ssl/certs", security.certificate, security.key, noPassword))
      _ = unsafe mosquitto_int_option(handle, MOSQ_OPT_TLS_USE_OS_CERTS, 1)
    }
    try check(unsafe mosquitto_tls_opts_set(handle, 1, nil, nil))
  }

  /// Begins to connect, without waiting for the broker; the name service may block.
  ///
  /// - Parameters:
  ///   - settings: The session's settings.
  ///   - anyAddress: `0.0.0.0` or `::` to choose one family of addresses; `nil` for the system's choice.
  /// - Throws: Why it cannot be tried.
  func open(_ settings: MQTTSettings, from anyAddress: String?) throws(MQTTFailure) {
    errno = 0
    try check(
      unsafe mosquitto_connect_bind_async(
        handle, server.host, CInt(server.port(isSecure: settings.security != nil)),
        CInt(settings.pingInterval), anyAddress))
    // A small window: a broker's packet is stored by the library while it arrives.
    var size = CInt(32_768)
    let socket = unsafe mosquitto_socket(handle)
    if settings.largestPacket <= 1 << 20 {
      _ = unsafe setsockopt(
        socket, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<CInt>.size))
    }
  }

  /// Whether earlier packets still wait for the broker; publish nothing more then.
  package var isBusy: Bool { unsafe mosquitto_want_write(handle) }

  /// Sends a message, without waiting.
  ///
  /// - Parameter message: The message.
  /// - Returns: The identifier of its acknowledgement.
  /// - Throws: Why the connection is of no more use.
  @discardableResult
  package func publish(_ message: MQTTMessage) throws(MQTTFailure) -> Int32 {
    var identifier: CInt = 0
    var properties: OpaquePointer?
    if version == .five, let expiry = message.expiry {
      _ = unsafe mosquitto_property_add_int32(
        &properties, CInt(MQTT_PROP_MESSAGE_EXPIRY_INTERVAL.rawValue), expiry)
    }
    defer { unsafe mosquitto_property_free_all(&properties) }
    errno = 0
    try check(
      unsafe mosquitto_publish_v5(
        handle, &identifier, message.topic, CInt(message.payload.count), message.payload,
        CInt(message.quality), message.isRetained, properties))
    if message.quality > 0 { unacknowledged.insert(identifier) }
    return identifier
  }

  /// Subscribes to a filter of topics, also `$share/GROUP/FILTER`.
  ///
  /// - Parameters:
  ///   - filter: The filter.
  ///   - quality: The largest quality of service.
  /// - Throws: Why the connection is of no more use.
  package func subscribe(_ filter: String, quality: Int) throws(MQTTFailure) {
    try check(unsafe mosquitto_subscribe(handle, nil, filter, CInt(quality)))
  }

  /// Sends DISCONNECT once the broker has all messages, for at most a second.
  ///
  /// Before that everything is read: to close a socket with unread bytes would reset the connection, and
  /// the broker would lose what it has not read.
  func finish() {
    let end = Newest<Bool>.now + 1
    while isBusy || !unacknowledged.isEmpty, Newest<Bool>.now < end {
      guard (try? wait(end - Newest<Bool>.now, or: -1)) != nil else { return }
    }
    _ = unsafe mosquitto_disconnect(handle)
    while isBusy, Newest<Bool>.now < end {
      guard (try? wait(end - Newest<Bool>.now, or: -1)) != nil else { return }
    }
  }

  /// Waits for the broker, or for another descriptor, and lets the library work.
  ///
  /// - Parameters:
  ///   - seconds: The longest time.
  ///   - other: The other descriptor; -1 for none.
  /// - Returns: What has arrived.
  /// - Throws: Why the connection has ended, unless the broker said so.
  func wait(_ seconds: Double, or other: CInt) throws(MQTTFailure) -> [Incoming] {
    let socket = unsafe mosquitto_socket(handle)
    guard socket >= 0 else { throw failure(Int32(MOSQ_ERR_CONN_LOST.rawValue)) }
    let events = Int16(POLLIN) | (isBusy ? Int16(POLLOUT) : 0)
    var descriptors = [pollfd(fd: socket, events: events, revents: 0)]
    if other >= 0 { descriptors.append(pollfd(fd: other, events: Int16(POLLIN), revents: 0)) }
    let milliseconds = CInt(max(0, min(seconds, Self.step, patience)) * 1000 + 0.5)
    _ = unsafe poll(&descriptors, nfds_t(descriptors.count), milliseconds)
    let found = descriptors[0].revents
    if !isAccepted, found & Int16(POLLERR | POLLHUP) != 0 {
      var number: CInt = 0
      var size = socklen_t(MemoryLayout<CInt>.size)
      _ = unsafe getsockopt(socket, SOL_SOCKET, SO_ERROR, &number, &size)
      if number != 0 { throw MQTTFailure.system(number, isAccepted: false) }
    }
    if found & Int16(POLLIN) != 0 { arrivalTime = Newest<Bool>.now }
    if found != 0 {
      errno = 0
      try work(unsafe mosquitto_loop_read(handle, 1))
      try refuseGiants(socket)
    }
    if found & Int16(POLLOUT) != 0, isBusy {
      errno = 0
      try work(unsafe mosquitto_loop_write(handle, 1))
    }
    errno = 0
    try work(unsafe mosquitto_loop_misc(handle))
    // The library itself asks once, and then waits for as long again.
    if patience <= 0 { throw failure(Int32(MOSQ_ERR_KEEPALIVE.rawValue)) }
    defer { arrived = [] }
    return arrived
  }

  /// How much longer the broker may say nothing, s.
  private var patience: Double {
    isAccepted ? arrivalTime + longestSilence - Newest<Bool>.now : .infinity
  }

  /// Leaves what has arrived to be taken first, since it may say why the connection has ended.
  private func work(_ code: Int32) throws(MQTTFailure) {
    guard code != MOSQ_ERR_SUCCESS.rawValue, arrived.isEmpty else { return }
    throw failure(code)
  }

  private func failure(_ code: Int32) -> MQTTFailure {
    .library(
      isUnanswered ? Int32(MOSQ_ERR_KEEPALIVE.rawValue) : code, log: errors, errno: errno,
      isAccepted: isAccepted)
  }

  private func check(_ code: Int32) throws(MQTTFailure) {
    // Negative: the connection is on its way.
    if code > MOSQ_ERR_SUCCESS.rawValue { throw failure(code) }
  }

  /// Leaves a broker whose packet is larger than any that it should send: the library would store up
  /// to 256 MB.
  private func refuseGiants(_ socket: CInt) throws(MQTTFailure) {
    // tcp_info of the kernel; glibc's ends before `tcpi_bytes_received`.
    var words = [UInt64](repeating: 0, count: 32)
    var size = socklen_t(words.count * 8)
    guard unsafe getsockopt(socket, CInt(IPPROTO_TCP), TCP_INFO, &words, &size) == 0, size >= 136
    else { return }
    let bytes = words[16]
    if isWhole { (wholeBytes, isWhole) = (bytes, false) }
    guard bytes &- wholeBytes > largestPacket else { return }
    throw MQTTFailure(.other, "it sends a packet of more than \(largestPacket) bytes")
  }

  private func setCallbacks() {
    unsafe mosquitto_connect_v5_callback_set(handle, Self.onConnect)
    unsafe mosquitto_disconnect_v5_callback_set(handle, Self.onDisconnect)
    unsafe mosquitto_publish_v5_callback_set(handle, Self.onPublish)
    unsafe mosquitto_message_v5_callback_set(handle, Self.onMessage)
    unsafe mosquitto_subscribe_v5_callback_set(handle, Self.onSubscribe)
    unsafe mosquitto_log_callback_set(handle, Self.onLog)
  }

  /// The broker decides how often the library asks it; 0 for never.
  private func allow(pingInterval: Double) {
    longestSilence = pingInterval > 0 ? max(longestSilence, pingInterval + 6) : .infinity
  }

  private static func own(_ pointer: UnsafeMutableRawPointer?) -> MQTTConnection? {
    unsafe pointer.map { unsafe Unmanaged<MQTTConnection>.fromOpaque($0).takeUnretainedValue() }
  }

  private static let onConnect:
    @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?, CInt, CInt, OpaquePointer?) -> Void =
      {
        _, pointer, code, _, properties in
        guard let connection = unsafe own(pointer) else { return }
        connection.isAccepted = code == 0
        var keepAlive: UInt16 = 0
        let property = CInt(MQTT_PROP_SERVER_KEEP_ALIVE.rawValue)
        if unsafe mosquitto_property_read_int16(properties, property, &keepAlive, false) != nil {
          connection.allow(pingInterval: Double(keepAlive))
        }
        connection.arrived.append(code == 0 ? .accepted : .refused(code))
      }

  private static let onDisconnect:
    @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?, CInt, OpaquePointer?) -> Void = {
      _, pointer, code, _ in
      guard let connection = unsafe own(pointer) else { return }
      // Below 128 it is the library's own code, whose function does not return this one.
      if code == MOSQ_ERR_KEEPALIVE.rawValue { connection.isUnanswered = true }
      if code >= 128 { connection.arrived.append(.ended(code)) }
    }

  private static let onPublish:
    @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?, CInt, CInt, OpaquePointer?) -> Void =
      {
        _, pointer, identifier, code, _ in
        guard let connection = unsafe own(pointer) else { return }
        connection.unacknowledged.remove(identifier)
        connection.arrived.append(.acknowledged(identifier, code: code))
      }

  private static let onSubscribe:
    @convention(c) (
      OpaquePointer?, UnsafeMutableRawPointer?, CInt, CInt, UnsafePointer<CInt>?, OpaquePointer?
    ) -> Void = { _, pointer, _, count, granted, _ in
      let isRefused = unsafe count > 0 && (granted?.pointee ?? 0) >= 128
      unsafe own(pointer)?.arrived.append(.subscribed(isRefused: isRefused))
    }

  private static let onMessage:
    @convention(c) (
      OpaquePointer?, UnsafeMutableRawPointer?, UnsafePointer<mosquitto_message>?, OpaquePointer?
    ) -> Void = { _, pointer, message, _ in
      guard let message = unsafe message?.pointee, let topic = unsafe message.topic else { return }
      let payload = unsafe [UInt8](
        UnsafeRawBufferPointer(start: message.payload, count: Int(message.payloadlen)))
      unsafe own(pointer)?.arrived.append(
        .message(
          MQTTMessage(
            topic: String(cString: topic), payload: payload, quality: Int(message.qos),
            isRetained: message.retain)))
    }

  private static let onLog:
    @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?, CInt, UnsafePointer<CChar>?) -> Void =
      {
        _, pointer, level, text in
        guard let connection = unsafe own(pointer), let text = unsafe text else { return }
        if level == MOSQ_LOG_ERR {
          connection.errors = unsafe String(
            (connection.errors + " " + String(cString: text)).suffix(400))
        } else if unsafe strstr(text, " received ") != nil {
          // The library says so of each whole packet.
          connection.isWhole = true
        }
      }
}
