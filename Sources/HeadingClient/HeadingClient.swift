import HeadingProtocol

/// A client of headingd: reads its updates and sends it commands, without an engine of its own.
///
/// ```swift
/// let client = try await HeadingClient.connect(to: .default)
/// for try await update in client.updates(rate: 10) {
///   print(update.heading?.degrees ?? .nan, update.steer, update.reasons)
/// }
/// ```
///
/// The client is a value without state: each call of
/// ``updates(rate:headingFilter:distanceFilter:timeout:)`` and each command opens a connection of
/// its own, which ends with it. So it can be used from several tasks at once, and after a restart
/// of the daemon.
public struct HeadingClient: Sendable, Hashable {
  /// The address of the daemon.
  public let address: ServerAddress

  /// How connections to it are protected.
  public let security: ConnectionSecurity

  /// Name and version of the daemon, such as `headingd 0.2.0`; text from the daemon, for people.
  public let server: String

  /// Connects to a daemon and checks that it uses this protocol.
  ///
  /// The connection is closed again: what follows opens its own.
  ///
  /// - Parameters:
  ///   - address: The address of the daemon.
  ///   - security: How connections are protected, of use for hosts only.
  /// - Returns: A client of that daemon.
  /// - Throws: The reason why there is no daemon; ``HeadingClientError/silent(_:)`` if it sends
  ///   nothing within ten seconds. The description names the remedy.
  public static func connect(
    to address: ServerAddress = .default, security: ConnectionSecurity = ConnectionSecurity()
  ) async throws(HeadingClientError) -> HeadingClient {
    var lines = DaemonClient(address, security: security, request: Opening.quiet)
      .lines(timeout: DaemonClient.answerTimeout).makeAsyncIterator()
    guard case .greeting(let greeting) = try await lines.next() else {
      throw .connectionLost(address)
    }
    return HeadingClient(
      address: address, security: security, server: PlainText.of(greeting.server))
  }

  /// The updates of the daemon, from now on.
  ///
  /// Each iteration opens a connection of its own. A reader that is slower than the daemon gets the
  /// newest update and the number of those it missed (``HeadingUpdate/missed``), never a backlog.
  /// An argument that is out of range ends the iteration with
  /// ``HeadingClientError/refused(_:reason:)``.
  ///
  /// - Parameters:
  ///   - rate: Updates per second at most, 0 to 10,000; `nil` or 0 for every one.
  ///   - headingFilter: Degrees, 0 to 180, that the magnetic heading must have turned since the
  ///     update before; `nil` or 0 for any. With both filters either suffices; a change of
  ///     ``HeadingUpdate/status`` or ``HeadingUpdate/steer``, and a heading or position that comes
  ///     or goes, always passes.
  ///   - distanceFilter: Metres, 0 to 10,000,000, that the position must have moved; `nil` or 0 for
  ///     any.
  ///   - timeout: Time without a line from the daemon, at most a day, after which iterating throws
  ///     ``HeadingClientError/silent(_:)``; `nil` for no limit. A controller sets it to two periods
  ///     of the daemon's rate, 0.2 s at 10 updates per second. Of no use together with a filter.
  /// - Returns: The updates.
  public func updates(
    rate: Double? = nil, headingFilter: Double? = nil, distanceFilter: Double? = nil,
    timeout: Duration? = nil
  ) -> HeadingUpdates {
    var request = Request(rate: rate)
    request.headingFilter = headingFilter
    request.distanceFilter = distanceFilter
    let isPlain = rate == nil && headingFilter == nil && distanceFilter == nil
    return HeadingUpdates(
      lines: DaemonClient(address, security: security, request: isPlain ? nil : request)
        .lines(timeout: timeout))
  }

  /// Sends a command and waits until it is followed.
  ///
  /// - Parameter command: The command. The daemon follows it only from a user with the right to
  ///   control.
  /// - Throws: ``HeadingClientError/notFollowed(_:command:reason:)`` if the daemon does not follow
  ///   it, or why there is no answer; ``HeadingClientError/silent(_:)`` after ten seconds.
  public func send(_ command: HeadingCommand) async throws(HeadingClientError) {
    _ = try await answer(to: command.message)
  }

  /// The names of the calibration profiles that the daemon keeps, as
  /// ``HeadingCommand/useProfile(_:)`` takes them.
  ///
  /// - Returns: The names; empty if there are none.
  /// - Throws: The reason why there is no answer; ``HeadingClientError/silent(_:)`` after ten
  ///   seconds.
  public func profiles() async throws(HeadingClientError) -> [String] {
    guard case .profiles(let message) = try await answer(to: .profiles) else {
      throw .notHeadingd(address)
    }
    return message.profiles
  }

  /// The address of the daemon's web page, with the token by which the page may give commands.
  ///
  /// - Returns: The address, such as `http://127.0.0.1:8137/#token=…`.
  /// - Throws: ``HeadingClientError/notFollowed(_:command:reason:)`` without the right to control, or if the
  ///   daemon serves no page; otherwise the reason why there is no answer.
  public func webAddress() async throws(HeadingClientError) -> String {
    guard case .web(let message) = try await answer(to: .web(phone: false)) else {
      throw .notHeadingd(address)
    }
    return message.address
  }

  /// The state of the daemon and its sensors at this moment.
  ///
  /// - Returns: The state.
  /// - Throws: The reason why there is no answer; ``HeadingClientError/silent(_:)`` after ten
  ///   seconds.
  public func status() async throws(HeadingClientError) -> DaemonStatus {
    guard case .status(let message) = try await answer(to: .status) else {
      throw .notHeadingd(address)
    }
    return DaemonStatus(message)
  }

  /// Starts a guided calibration of the daemon's magnetometer.
  ///
  /// The device is then turned slowly through all directions, by a person or by itself. The daemon
  /// follows one calibration at a time, of a user with the right to control.
  ///
  /// - Parameters:
  ///   - target: Wanted error of the heading, degrees, 68 %, at 20° of tilt, 0.01 to 20; `nil` for 0.5
  ///     with all directions covered.
  ///   - heading: Known magnetic heading of a device at rest, degrees, for the weakest kind of
  ///     calibration; `nil` for a device that is turned.
  /// - Returns: The calibration, which ends when it is released.
  /// - Throws: ``HeadingClientError/notFollowed(_:command:reason:)`` if the daemon does not start it,
  ///   or why there is no connection.
  public func calibrate(
    target: Double? = nil, heading: Double? = nil
  ) async throws(HeadingClientError) -> DaemonCalibration {
    try await DaemonCalibration(
      address, security: security, CalibrationRequest(target: target, heading: heading))
  }

  private func answer(to command: Command) async throws(HeadingClientError) -> ServerLine {
    let answer = try await DaemonClient(address, security: security).answer(to: command)
    if case .failure(let failure) = answer {
      throw .notFollowed(
        address, command: PlainText.of(failure.command), reason: PlainText.of(failure.reason))
    }
    return answer
  }
}
