import Foundation
import Testing

@testable import HeadingGazetteer

@Suite(.timeLimit(.minutes(5)))
struct FileTests {
  private static let identifier = 0x4847_5A54

  private func error(_ path: String) -> GazetteerError? {
    do {
      _ = try Gazetteer(path: path)
      return nil
    } catch {
      return error
    }
  }

  @Test func tellsThatThereIsNoFile() {
    let path = "/nonexistent/gazetteer.sqlite"
    #expect(error(path) == .missing(path: path))
    #expect(error(path)?.description.contains("make gazetteer") == true)
  }

  @Test(arguments: [Data(), Data("not a database".utf8), Data(repeating: 0x41, count: 100_000)])
  func refusesAnotherFile(content: Data) throws {
    let path = try GazetteerFixture.newFile()
    try content.write(to: URL(filePath: path))
    #expect(error(path) == .foreign(path: path))
  }

  @Test func refusesWhatIsNoFile() throws {
    let path = try GazetteerFixture.newFile()
    #expect(mkfifo(path, 0o600) == 0)
    #expect(error(path) == .foreign(path: path))
    #expect(error("/dev") == .foreign(path: "/dev"))
  }

  @Test func refusesAnotherDatabase() throws {
    let path = try GazetteerFixture.newFile()
    try GazetteerFixture.write(path, identifier: 7, version: 1)
    #expect(error(path) == .foreign(path: path))
  }

  @Test func refusesAnotherVersion() throws {
    let path = try GazetteerFixture.newFile()
    try GazetteerFixture.write(path, identifier: Self.identifier, version: 99)
    #expect(error(path) == .version(path: path, found: 99, needed: Gazetteer.version))
  }

  @Test func refusesAFileWithoutItsTables() throws {
    let path = try GazetteerFixture.newFile()
    try GazetteerFixture.write(path, identifier: Self.identifier, version: Gazetteer.version)
    guard case .damaged(path, _) = error(path) else {
      Issue.record("not refused")
      return
    }
  }

  @Test(.enabled(if: GazetteerFixture.path != nil, GazetteerFixture.remedy), arguments: 0..<12)
  func survivesDamage(seed: Int) throws {
    let original = try #require(GazetteerFixture.path)
    var data = try Data(contentsOf: URL(filePath: original))
    var state = UInt64(seed)
    func next(below bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    if seed < 4 {
      data.removeLast(data.count * (seed + 1) / 5)
    } else {
      for _ in 0..<(seed < 8 ? 2_000 : 200_000) {
        data[4096 + next(below: data.count - 4096)] = UInt8(next(below: 256))
      }
    }
    let path = try GazetteerFixture.newFile()
    defer { try? FileManager.default.removeItem(atPath: path) }
    try data.write(to: URL(filePath: path))
    do {
      let gazetteer = try Gazetteer(path: path)
      for latitude in stride(from: -60.0, through: 70, by: 13) {
        for longitude in stride(from: -170.0, through: 170, by: 17) {
          _ = try gazetteer.address(latitude: latitude, longitude: longitude)
        }
      }
      _ = try gazetteer.places(named: "Paris")
      _ = try gazetteer.places(named: "Londno")
    } catch {
      #expect(error.description.contains(path))
    }
  }

  @Test(.enabled(if: GazetteerFixture.path != nil, GazetteerFixture.remedy))
  func isSmallAndNamesItsSources() throws {
    let path = try #require(GazetteerFixture.path)
    let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
    #expect(try #require(size) < 20_000_000)
    let gazetteer = try #require(GazetteerFixture.shared)
    #expect(gazetteer.attribution.contains("GeoNames"))
    #expect(gazetteer.attribution.contains("CC BY 4.0"))
  }
}
