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
    let session = URLSession(configuration: configuration, delegate: receiver, delegateQueue: nil)
    defer { session.finishTasksAndInvalidate() }
    let task = session.dataTask(with: request)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        receiver.begin(continuation)
        task.resume()
      }
    } onCancel: {
      task.cancel()
    }
  }
}

/// Receives one answer, and ends it where it becomes too long.
private final class NominatimReceiver: NSObject, URLSessionDataDelegate, Sendable {
  private typealias Continuation = CheckedContinuation<(status: Int, body: Data), any Error>

  private struct State {
    var continuation: Continuation?
    var status: Int?
    var body = Data()
    var isTooLong = false
  }

  private let state = Mutex(State())

  func begin(_ continuation: CheckedContinuation<(status: Int, body: Data), any Error>) {
    state.withLock { $0.continuation = continuation }
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
      if state.body.count + data.count > NominatimPlace.longestAnswer {
        state.isTooLong = true
        state.body = Data()
      } else if !state.isTooLong {
        state.body.append(data)
      }
      return state.isTooLong
    }
    if isTooLong { dataTask.cancel() }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let (continuation, result) = state.withLock { state in
      defer { state.continuation = nil }
      let result: Result<(status: Int, body: Data), any Error>
      if state.isTooLong {
        result = .failure(NominatimFailure.unreadable)
      } else if let error {
        let isCancelled = (error as? URLError)?.code == .cancelled
        result = .failure(isCancelled ? CancellationError() : NominatimFailure.unreachable)
      } else if let status = state.status {
        result = .success((status, state.body))
      } else {
        result = .failure(NominatimFailure.unreachable)
      }
      return (state.continuation, result)
    }
    continuation?.resume(with: result)
  }
}
