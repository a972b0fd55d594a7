/// Limits the number of tests that stream at a time: tests run in parallel, and machines have few cores.
actor TestPlaces {
  static let shared = TestPlaces(6)

  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ count: Int) { free = count }

  /// Runs the body when a slot is free.
  nonisolated func within(_ body: () async throws -> Void) async throws {
    await take()
    do {
      try await body()
    } catch {
      await leave()
      throw error
    }
    await leave()
  }

  private func take() async {
    guard free == 0 else {
      free -= 1
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  private func leave() {
    guard waiting.isEmpty else { return waiting.removeFirst().resume() }
    free += 1
  }
}
