import Foundation
import HeadingGeodesy
import HeadingGeometry
import HeadingStorage
import HeadingTesting
import Testing

/// Search path of model files.
final class DataFolderTests {
  private let temporary: TemporaryFolder
  private var folder: URL { temporary.url }

  init() throws { temporary = try TemporaryFolder() }

  private func search(named name: String?, environment: [String: String] = [:]) -> ModelSearchPath {
    ModelSearchPath(named: name, environment: environment, executable: "/nonexistent/bin/compass")
  }

  @Test func `the given folder precedes the environment's, then the system's`() {
    let search = search(named: "/a", environment: ["HEADINGD_DATA": "/b"])
    #expect(
      search.folders.prefix(4).map(\.path)
        == ["/a", "/b", "/nonexistent/bin/data", "/nonexistent/share/headingd"])
    #expect(self.search(named: nil, environment: ["HEADINGD_DATA": ""]).folders[0].path != "")
  }

  @Test func `the geoid is read from the folder of its file`() throws {
    let packaged = SharedData.packageRoot.appendingPathComponent("packaging/data").path
    let grid = try #require(try search(named: packaged).geoid())
    let place = try #require(Coordinate(latitude: 37.5, longitude: 127))
    #expect(abs(grid.height(at: place) - 22.968) < 0.006)
  }

  @Test func `a missing geoid is nil, a truncated one an error`() throws {
    let search = search(named: folder.path)
    if search.folders.dropFirst().allSatisfy({
      !FileManager.default.fileExists(
        atPath: $0.appendingPathComponent(ModelSearchPath.geoidFile).path)
    }) {
      #expect(try search.geoid() == nil)
    }
    try Data(count: 100).write(to: folder.appendingPathComponent(ModelSearchPath.geoidFile))
    #expect(throws: GeoidGridError.size(bytes: 100, expected: 519_840)) { try search.geoid() }
  }
}
