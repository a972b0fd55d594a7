package import Foundation
import FoundationNetworking
import Synchronization

/// Carries requests with Foundation's HTTP and TLS.
package struct URLSessionTransport: NominatimTransport {
  private let timeout: TimeInterval

  /// Creates a transport that keeps nothing on disk.
  ///
  /// - Parameter timeout: The longest time of a request, s.
  package init(timeout: TimeInterval = 10) { self.timeout = timeout }

  /// Returns the status and the body of the answer to a GET request.
  package func answer(to url: URL, userAgent: String) async throws -> (status: Int, body: Data) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = timeout
    configuration.timeoutIntervalForResource = timeout
    configuration.httpCookieAcceptPolicy = .never
    configuration.urlCache = nil
    var request = URLRequest(url: url)
    request.setValue(userAgent, forHTTPHeaderField: "User-Agent")
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    let receiver = NominatimReceiver()
    let session = URLSession(
      configuration: configuration, delegate: receiver, delegateQueue: ReceivingQueue())
    let task = session.dataTask(with: request)
    // Foundation's own limit begins anew with every byte.
    let deadline = Task { [timeout] in
      try await Task.sleep(for: .seconds(timeout))
      receiver.end(.failure(NominatimFailure.unreachable))
    }
    defer {
      deadline.cancel()
      task.cancel()
      session.finishTasksAndInvalidate()
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        receiver.begin(continuation)
        task.resume()
      }
    } onCancel: {
      receiver.end(.failure(CancellationError()))
    }
  }
}

/// The queue on which Foundation hands over what it receives; it holds few parts.
///
/// Foundation then reads no faster than they are taken, and a server that floods fills no memory. Unchecked as its
/// superclass is, which a subclass has to repeat; its own state is a constant.
private final class ReceivingQueue: OperationQueue, @unchecked Sendable {
  /// Parts that wait.
  private static let room = 16

  private let places = DispatchSemaphore(value: 0)

  override init() {
    super.init()
    maxConcurrentOperationCount = 1
    // Not the initial value: below that a semaphore must not be released, as with a part that never ran.
    for _ in 0..<Self.room { places.signal() }
  }

  override func addOperation(_ block: @escaping @Sendable () -> Void) {
    places.wait()
    super.addOperation { [places] in
      block()
      places.signal()
    }
  }
}

/// Receives one answer, and ends it where it becomes too long.
private final class NominatimReceiver: NSObject, URLSessionDataDelegate, Sendable {
  private typealias Continuation = CheckedContinuation<(status: Int, body: Data), any Error>
  typealias Outcome = Result<(status: Int, body: Data), any Error>

  private struct State {
    var continuation: Continuation?
    var outcome: Outcome?
    var status: Int?
    var body = Data()
  }

  private let state = Mutex(State())

  func begin(_ continuation: CheckedContinuation<(status: Int, body: Data), any Error>) {
    let outcome = state.withLock { state in
      if state.outcome == nil { state.continuation = continuation }
      return state.outcome
    }
    if let outcome { continuation.resume(with: outcome) }
  }

  /// Ends the request; the first outcome counts.
  func end(_ outcome: Outcome) {
    let continuation = state.withLock { state -> Continuation? in
      guard state.outcome == nil else { return nil }
      state.outcome = outcome
      state.body = Data()
      defer { state.continuation = nil }
      return state.continuation
    }
    continuation?.resume(with: outcome)
  }

  /// Follows a redirection, but not from TLS to an open connection.
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    let wasProtected = task.originalRequest?.url?.scheme == "https"
    let isProtected = request.url?.scheme == "https"
    completionHandler(wasProtected && !isProtected ? nil : request)
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    state.withLock { $0.status = (response as? HTTPURLResponse)?.statusCode }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooLong = state.withLock { state in
      guard state.outcome == nil else { return false }
      guard state.body.count + data.count <= NominatimPlace.longestAnswer else { return true }
      state.body.append(data)
      return false
    }
    if isTooLong { end(.failure(NominatimFailure.unreadable)) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let (status, body) = state.withLock { ($0.status, $0.body) }
    if error == nil, let status {
      end(.success((status, body)))
    } else {
      end(.failure(NominatimFailure.unreachable))
    }
  }
}
