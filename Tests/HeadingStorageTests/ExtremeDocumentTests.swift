import Foundation
import HeadingGeometry
import HeadingSensing
import HeadingTesting
import Testing

@testable import HeadingStorage

/// Configurations, profiles and states whose values are at the ends of their range.
struct ExtremeDocumentTests {
  @Test func `a configuration of extreme values is accepted or refused with a reason`() throws {
    let keys = [
      "sensors.uri", "sensors.mount", "sensors.magnetometer_mount", "sensors.load", "sensors.rate",
      "sensors.gpsd",
      "place.latitude", "place.altitude", "place.date", "navigation.lever_arm",
      "navigation.heave_point",
      "navigation.fix_latency", "navigation.coasting_limit", "navigation.qnh",
      "navigation.gyroscope_bias", "listen.port",
      "listen.subscribers", "listen.socket", "access.full", "robot.rate", "robot.deadline",
      "robot.coast_limit", "robot.stop_above", "recorder.size", "recorder.file_size",
      "recorder.reserve",
      "metrics.port", "metrics.address", "outputs.nmea", "state.file", "log.level",
    ]
    let values =
      Extremes.numbers + Extremes.others + [".inf", "-.inf", ".nan", "nan", "[1e300, nan, inf]"]
    for key in keys {
      let parts = key.split(separator: ".")
      for value in values {
        do throws(ConfigurationError) {
          _ = try ServiceConfiguration(
            yaml: "\(parts[0]): {\(parts[1]): \(value)}", path: "x.yaml", environment: [:])
        } catch {
          #expect(!error.description.isEmpty)
        }
      }
    }
  }

  @Test func `a state of extreme values is accepted or refused`() throws {
    let folder = try TemporaryFolder()
    let document =
      #"{"version":1,"gyroscope_bias":[1,2,3],"gyroscope_bias_accuracy":1,"gyroscope_temperature":1,"gyroscope_bias_slope":[1,2,3],"heading_deviation":1,"field_strength":1,"inclination":1,"attitude":[1,0,0,0],"magnetic_field":[1,2,3]}"#
    for variant in try Extremes.variants(of: document) {
      let file = URL(fileURLWithPath: try folder.put("state.json", variant))
      _ = try? ServiceState.read(file)
    }
  }

  @Test func `a profile of extreme values is accepted or refused`() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Fuzz/corpus/profiles/simulated-hat.json")
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect((try? CalibrationProfile(content: Data(text.utf8), path: "x.json")) != nil)
    for variant in try Extremes.variants(of: text) {
      // The checksum would detect the change.
      let data = ProfileChecksum.sealed(Data(variant.utf8))
      guard let profile = try? CalibrationProfile(content: data, path: "x.json") else { continue }
      #expect(profile.parameters.hardIron.isFinite && profile.parameters.softIron.isFinite)
    }
  }
}
