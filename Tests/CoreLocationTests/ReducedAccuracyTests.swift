import HeadingAuthorization
import HeadingGeometry
import HeadingProtocol
import HeadingTesting
import Testing

@testable import CoreLocation

/// No way to the exact place with reduced accuracy.
@MainActor @Suite(.timeLimit(.minutes(5))) struct ReducedAccuracyTests {
  private static let exact = CLLocation(latitude: 37.5665, longitude: 126.978)

  /// A storage with the exact location of an earlier run.
  private static func storage() -> ProgramStorage {
    let storage = ProgramStorage(nil)
    storage.note(exact)
    return storage
  }

  /// Whether a location is that of the cell and says so.
  private static func isCoarse(_ place: CLLocation) -> Bool {
    let distance = place.distance(from: exact)
    return distance > 100 && distance < 5000 && place.horizontalAccuracy == 5000
      && place.verticalAccuracy < 0 && place.speed < 0
  }

  @Test func `a program without full accuracy never sees the known exact location`() async throws {
    let rig = Rig(.always, isReduced: true, storage: Self.storage())
    let (manager, recorder) = rig.manager()
    #expect(Self.isCoarse(try #require(manager.location)))
    manager.startUpdatingLocation()
    manager.startMonitoringSignificantLocationChanges()
    await rig.origin.opened()
    await rig.drain()
    #expect(recorder.places.isEmpty)
    await rig.emit(Rig.place(1, 37.5665, 126.978))
    #expect(recorder.places.count == 2, "of updates and of significant changes")
    #expect(recorder.places.allSatisfy(Self.isCoarse))
    manager.stopUpdatingLocation()
    #expect(Self.isCoarse(try #require(manager.location)))
  }

  @Test func `a manager that wants reduced accuracy gets no exact location first`() async throws {
    let rig = Rig(.whenInUse, storage: Self.storage())
    let (manager, recorder) = rig.manager()
    manager.desiredAccuracy = kCLLocationAccuracyReduced
    manager.startUpdatingLocation()
    await rig.origin.opened()
    await rig.drain()
    #expect(recorder.places.isEmpty)
    await rig.emit(Rig.place(1, 37.5665, 126.978, simulated: true))
    #expect(recorder.places.count == 1 && recorder.places.allSatisfy(Self.isCoarse))
    #expect(recorder.places.first?.sourceInformation?.isSimulatedBySoftware == true)
  }

  @Test func `a location from before the accuracy was reduced is coarse afterwards`() async throws {
    let rig = Rig(.whenInUse)
    let (manager, _) = rig.manager()
    manager.startUpdatingLocation()
    await rig.origin.opened()
    await rig.emit(Rig.place(1, 37.5665, 126.978))
    #expect(manager.location?.horizontalAccuracy == 5)
    await rig.decide {
      $0.programs[Rig.program] = AuthorizationPolicy.Record(.whenInUse, isReduced: true)
    }
    #expect(Self.isCoarse(try #require(manager.location)))
  }

  @Test func `a visit is coarse`() async throws {
    let rig = Rig(.always, isReduced: true)
    let (manager, recorder) = rig.manager()
    manager.startMonitoringVisits()
    await rig.origin.opened()
    for second in 0...400 { rig.origin.emit(Rig.place(Double(second), 37.5665, 126.978)) }
    await rig.drain()
    let visit = try #require(recorder.visits.first)
    let place = CLLocation(
      latitude: visit.coordinate.latitude, longitude: visit.coordinate.longitude)
    #expect(place.distance(from: Self.exact) > 100 && visit.horizontalAccuracy == 5000)
    // Another manager's start delivers the last visit again.
    let (other, _) = rig.manager()
    other.startMonitoringVisits()
    await rig.drain()
    #expect(recorder.visits.allSatisfy { $0.horizontalAccuracy == 5000 })
  }
}
