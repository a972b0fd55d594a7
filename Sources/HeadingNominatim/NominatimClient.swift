package import Foundation

/// Carries a request to the server.
package protocol NominatimTransport: Sendable {
  /// Returns the status and the body of the answer to a GET request.
  ///
  /// - Parameters:
  ///   - url: What is asked for.
  ///   - userAgent: The name of the program, which Nominatim's rules ask for.
  /// - Returns: The status of HTTP, and the body.
  /// - Throws: ``NominatimFailure/unreachable``, or `CancellationError`.
  func answer(to url: URL, userAgent: String) async throws -> (status: Int, body: Data)
}

/// Asks a server of Nominatim's interface: at most one request a second, and none twice.
package actor NominatimClient {
  /// Waits until an instant of the steady clock.
  package typealias Sleep = @Sendable (ContinuousClock.Instant) async throws -> Void

  private struct Answer {
    var result: Result<[NominatimPlace], NominatimFailure>
    var end: ContinuousClock.Instant
  }

  /// The time between two requests: a second, and a tenth because some reach the server sooner.
  package static let interval = Duration.milliseconds(1100)
  /// The longest queue; what is asked beyond fails.
  package static let mostWaiting = 5
  private static let mostAnswers = 200
  private static let lifetime = Duration.seconds(3600)

  private let server: String
  private let userAgent: String
  private let transport: any NominatimTransport
  private let now: @Sendable () -> ContinuousClock.Instant
  private let sleep: Sleep
  private var next: ContinuousClock.Instant?
  private var waiting = 0
  private var answers: [NominatimRequest: Answer] = [:]
  private var order: [NominatimRequest] = []

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - server: The server's address, `https://nominatim.example.org`.
  ///   - userAgent: The name and version of the program.
  ///   - transport: Carries the requests.
  ///   - now: The steady clock.
  ///   - sleep: Waits on it.
  package init(
    server: String, userAgent: String, transport: any NominatimTransport,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now },
    sleep: @escaping Sleep = { try await ContinuousClock().sleep(until: $0) }
  ) {
    self.server = server.hasSuffix("/") ? String(server.dropLast()) : server
    (self.userAgent, self.transport, self.now, self.sleep) = (userAgent, transport, now, sleep)
  }

  /// Returns the places of a request, best first; at least one.
  ///
  /// - Parameter request: What is asked; a point is rounded to about 10 m, so that a request near
  ///   a former one needs no server.
  /// - Returns: The places.
  /// - Throws: ``NominatimFailure``, or `CancellationError`.
  package func places(_ request: NominatimRequest) async throws -> [NominatimPlace] {
    guard !request.isTooLong else { throw NominatimFailure.noResult }
    let request = Self.rounded(request)
    if let known = answers[request], known.end > now() { return try known.result.get() }
    guard let url = URL(string: server + request.target) else {
      throw NominatimFailure.unreachable
    }
    guard waiting < Self.mostWaiting else { throw NominatimFailure.limited }
    let start = max(next ?? now(), now())
    next = start.advanced(by: Self.interval)
    if start > now() {
      waiting += 1
      defer { waiting -= 1 }
      try await sleep(start)
    }
    try Task.checkCancellation()
    if let known = answers[request], known.end > now() { return try known.result.get() }
    let answer = try await transport.answer(to: url, userAgent: userAgent)
    do {
      let places = try NominatimPlace.places(in: answer.body, status: answer.status)
      keep(request, .success(places))
      return places
    } catch {
      if error == .noResult { keep(request, .failure(error)) }
      throw error
    }
  }

  private func keep(
    _ request: NominatimRequest, _ result: Result<[NominatimPlace], NominatimFailure>
  ) {
    if answers.updateValue(
      Answer(result: result, end: now().advanced(by: Self.lifetime)), forKey: request) == nil
    {
      order.append(request)
    }
    if order.count > Self.mostAnswers { answers[order.removeFirst()] = nil }
  }

  private static func rounded(_ request: NominatimRequest) -> NominatimRequest {
    guard case .reverse(let latitude, let longitude, let language) = request else {
      return request
    }
    return .reverse(
      latitude: (latitude * 10_000).rounded() / 10_000,
      longitude: (longitude * 10_000).rounded() / 10_000, language: language)
  }
}
