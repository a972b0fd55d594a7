import HeadingLocationServices
import HeadingProtocol
import Testing

@testable import CoreLocation

/// Which location answers a request at its end.
@MainActor @Suite(.timeLimit(.minutes(5))) struct RequestTests {
  private static let metre = 1 / 110_980.0

  /// An update at some metres north of a point, with a speed.
  private func place(
    _ time: Double, north: Double, accuracy: Double, speed: Double?
  ) -> SolutionMessage {
    var message = Rig.place(time, 37 + north * Self.metre, 127, accuracy: accuracy)
    message.speed = speed
    message.speedAccuracy = speed.map { _ in 0.3 }
    return message
  }

  /// Answers a request for 5 m by a place a second for ten seconds.
  private func answer(
    speed: Double, reported: Bool = true, accuracy: (Int) -> Double
  ) async -> [CLLocation] {
    let rig = Rig()
    let (manager, recorder) = rig.manager()
    manager.desiredAccuracy = 5
    manager.requestLocation()
    await rig.origin.opened()
    for second in 0...10 {
      await rig.emit(
        place(
          Double(second), north: speed * Double(second), accuracy: accuracy(second),
          speed: reported ? speed : nil))
    }
    #expect(recorder.errors.isEmpty && !rig.services.hub.isRunning)
    return recorder.places
  }

  @Test(arguments: [true, false])
  func `at 20 metres a second the newest location answers, not the most accurate one`(
    reported: Bool
  ) async throws {
    let places = await answer(speed: 20, reported: reported) { $0 == 0 ? 6 : 12 }
    let place = try #require(places.first)
    #expect(places.count == 1)
    // The device is now 200 m from where it was most accurately known.
    #expect(abs(place.coordinate.latitude - (37 + 200 * Self.metre)) < 1e-7)
    #expect(place.horizontalAccuracy == 12)
  }

  @Test(arguments: [true, false])
  func `at rest an old location answers if it is the most accurate one`(reported: Bool) async throws
  {
    let places = await answer(speed: 0, reported: reported) { $0 == 1 ? 6 : 40 }
    let place = try #require(places.first)
    #expect(places.count == 1 && place.horizontalAccuracy == 6)
  }

  @Test func `the accuracy of an older location contains the way since`() async throws {
    // 1 m/s: after 9 s the error of 10 m is 19 m, still less than 40 m.
    let places = await answer(speed: 1) { $0 == 1 ? 10 : 40 }
    let place = try #require(places.first)
    #expect(abs(place.horizontalAccuracy - 19) < 1e-9)
    #expect(abs(place.coordinate.latitude - (37 + 1 * Self.metre)) < 1e-7)
  }

  @Test func `the error grows also while the sensors are silent`() async throws {
    let rig = Rig()
    let (manager, recorder) = rig.manager()
    manager.desiredAccuracy = 5
    manager.requestLocation()
    await rig.origin.opened()
    await rig.emit(place(0, north: 0, accuracy: 8, speed: 20))
    // The first of them had an update.
    rig.seconds.pass(11)
    while recorder.places.isEmpty, !Task.isCancelled { await rig.drain() }
    #expect(recorder.places.map(\.horizontalAccuracy) == [208])
  }
}
