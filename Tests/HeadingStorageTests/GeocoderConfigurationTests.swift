import Foundation
import Testing

@testable import HeadingStorage

struct GeocoderConfigurationTests {
  private func read(_ yaml: String, _ environment: [String: String] = [:]) throws
    -> GeocoderConfiguration
  {
    let folder = FileManager.default.temporaryDirectory
    let file = folder.appendingPathComponent("geocoder-\(UUID().uuidString).yaml")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(yaml.utf8).write(to: file)
    return try GeocoderConfiguration(contentsOf: file.path, environment: environment)
  }

  @Test func `the section is read from a file of which nothing else is`() throws {
    let yaml = "sensors: {nonsense: [1]}\noutputs: 7\ngeocoder:\n  url: https://maps.example/n\n"
    let configuration = try read(yaml)
    #expect(configuration.url == "https://maps.example/n")
    #expect(configuration.gazetteer == nil)
    #expect(try read("sensors:\n") == GeocoderConfiguration())
    #expect(try read("") == GeocoderConfiguration())
  }

  @Test func `the environment overrides the file`() throws {
    let environment = [
      "HEADINGD_GEOCODER_URL": "http://localhost:8080",
      "HEADINGD_GEOCODER_GAZETTEER": "/a/b.sqlite", "HEADINGD_SENSORS_URI": "",
    ]
    let configuration = try read("geocoder: {url: 'https://a.example'}", environment)
    #expect(configuration.url == "http://localhost:8080")
    #expect(configuration.gazetteer == "/a/b.sqlite")
    let none = try GeocoderConfiguration(
      contentsOf: "/nonexistent/a.yaml", environment: environment)
    #expect(none == configuration)
  }

  @Test(arguments: [
    "maps.example", "https://", "ftp://maps.example", "https://maps.example/?key=1",
    "https://maps.example/#a", "file:///etc/passwd", "https:///path", "한국",
  ])
  func `an address of no server is refused`(url: String) {
    #expect(throws: ConfigurationError.self) { try read("geocoder: {url: '\(url)'}") }
  }

  @Test func `unknown keys and relative files are refused`() {
    #expect(throws: ConfigurationError.self) { try read("geocoder: {uri: 'https://a.example'}") }
    #expect(throws: ConfigurationError.self) { try read("geocoder: {gazetteer: a.sqlite}") }
    #expect(throws: ConfigurationError.self) { try read("geocoder: [") }
  }

  @Test func `the service accepts the section, and checks it`() throws {
    let yaml = "geocoder: {url: 'https://a.example'}"
    let configuration = try ServiceConfiguration(
      yaml: yaml, path: "f", environment: ["HEADINGD_GEOCODER_GAZETTEER": "/a"], outputs: [])
    #expect(configuration.geocoder.url == "https://a.example")
    #expect(configuration.geocoder.gazetteer == "/a")
    #expect(throws: ConfigurationError.self) {
      try ServiceConfiguration(yaml: "geocoder: {url: a}", path: "f", environment: [:])
    }
  }
}
