import Glibc
import HeadingTesting
import Testing

@testable import CoreLocation

/// The place that is kept for the program's next run is the last one.
@MainActor @Suite(.timeLimit(.minutes(5))) struct StorageTests {
  private static func latitude(_ file: URL) -> Double? {
    ProgramStorage(file).content.location?.latitude
  }

  @Test func `the end of updates keeps the last location`() async throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("example.json")
    let rig = Rig(storage: ProgramStorage(file))
    let (manager, _) = rig.manager()
    manager.startUpdatingLocation()
    await rig.origin.opened()
    await rig.emit(Rig.place(1, 37.25, 127))
    #expect(Self.latitude(file) == 37.25)
    for second in 2...5 { await rig.emit(Rig.place(Double(second), 37 + Double(second), 127)) }
    manager.stopUpdatingLocation()
    #expect(Self.latitude(file) == 42)
    manager.requestLocation()
    await rig.origin.opened()
    await rig.emit(Rig.place(6, 43, 127))
    #expect(Self.latitude(file) == 43)
  }

  @Test func `the release of a manager keeps the last location`() async throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("example.json")
    let rig = Rig(storage: ProgramStorage(file))
    do {
      let (manager, _) = rig.manager()
      manager.startUpdatingLocation()
      await rig.origin.opened()
      await rig.emit(Rig.place(1, 37, 127))
      await rig.emit(Rig.place(2, 38, 127))
    }
    await rig.drain()
    #expect(Self.latitude(file) == 38)
  }

  @Test func `the end of the program keeps the last location`() async throws {
    let folder = try TemporaryFolder()
    await #expect(processExitsWith: .success) { [path = folder.url.path as String] in
      setenv("XDG_STATE_HOME", path, 1)
      for latitude in [37.0, 38, 39] {
        ProgramStorage.ofProgram.note(CLLocation(latitude: latitude, longitude: 127))
      }
    }
    let files = try FileManager.default.contentsOfDirectory(
      at: folder.url.appendingPathComponent("headingd/location"), includingPropertiesForKeys: nil)
    let file = try #require(files.first)
    #expect(files.count == 1 && Self.latitude(file) == 39)
  }
}
