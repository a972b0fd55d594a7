import Dispatch
import Synchronization

/// Runs the requests of one geocoder: one at a time, each answered once, on the main queue.
final class GeocodingRequests: Sendable {
  /// A program's handler, called only on the main queue.
  private struct Handler: Sendable {
    nonisolated(unsafe) let call: CLGeocodeCompletionHandler
  }

  private struct Current {
    var number: UInt64
    var handler: Handler
    var work: Task<Void, Never>?
  }

  private struct State {
    var current: Current?
    var count: UInt64 = 0
  }

  private let backend: any GeocodingBackend
  private let state = Mutex(State())

  init(backend: any GeocodingBackend) { self.backend = backend }

  var isBusy: Bool { state.withLock { $0.current != nil } }

  /// Begins a request; fails with `geocodeCanceled` during another, so that results never mix.
  func begin(
    _ completion: @escaping CLGeocodeCompletionHandler,
    _ find: @escaping @Sendable (any GeocodingBackend) async throws -> [CLPlacemark]
  ) {
    let handler = Handler(call: completion)
    let number: UInt64? = state.withLock { state in
      guard state.current == nil else { return nil }
      state.count += 1
      state.current = Current(number: state.count, handler: handler)
      return state.count
    }
    guard let number else {
      Self.answer(handler, .failure(CLError(.geocodeCanceled)))
      return
    }
    let work = Task { [backend] in
      let result: Result<[CLPlacemark], any Error>
      do {
        let found = try await find(backend)
        result = found.isEmpty ? .failure(CLError(.geocodeFoundNoResult)) : .success(found)
      } catch {
        result = .failure(error as? CLError ?? CLError(.network))
      }
      self.end(number, result)
    }
    state.withLock { state in
      if state.current?.number == number { state.current?.work = work }
    }
  }

  /// Cancels the request in progress.
  func cancel() {
    let current = state.withLock { state in
      defer { state.current = nil }
      return state.current
    }
    guard let current else { return }
    current.work?.cancel()
    Self.answer(current.handler, .failure(CLError(.geocodeCanceled)))
  }

  private func end(_ number: UInt64, _ result: Result<[CLPlacemark], any Error>) {
    DispatchQueue.main.async {
      let handler: Handler? = self.state.withLock { state in
        guard state.current?.number == number else { return nil }
        defer { state.current = nil }
        return state.current?.handler
      }
      guard let handler else { return }
      Self.call(handler, result)
    }
  }

  private static func answer(
    _ handler: Handler, _ result: Result<[CLPlacemark], any Error>
  ) {
    DispatchQueue.main.async { call(handler, result) }
  }

  private static func call(
    _ handler: Handler, _ result: Result<[CLPlacemark], any Error>
  ) {
    switch result {
    case .success(let placemarks): unsafe handler.call(placemarks, nil)
    case .failure(let error): unsafe handler.call(nil, error)
    }
  }
}
