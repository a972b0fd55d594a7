import Foundation
import HeadingIIOServer
import HeadingSimulation
import HeadingTesting
import Testing

/// Contexts recorded from real drivers are served unchanged.
@Suite(
  .enabled(
    if: SharedData.isThere("tools/iio/recordings"), "the shared recordings are absent"))
struct RecordingTests {
  private static func context(_ name: String, isLive: Bool) throws -> ServedContext {
    try ServedContext(
      recording: Array(try SharedData.data("tools/iio/recordings/\(name).json")), isLive: isLive)
  }

  @Test(arguments: ["hid", "i2c"])
  func `the XML equals the recording, with the simulation mark added`(name: String)
    throws
  {
    struct File: Decodable { var xml: String }
    let recorded = try JSONDecoder().decode(
      File.self, from: try SharedData.data("tools/iio/recordings/\(name).json"))
    let mark = "<context-attribute name=\"simulated\" value=\"recording\" />"
    for isLive in [false, true] {
      let markup = try Self.context(name, isLive: isLive).markup
      #expect(markup.components(separatedBy: mark).count == 2)
      #expect(
        markup.replacingOccurrences(of: mark, with: "")
          == recorded.xml.replacingOccurrences(
            of: "<context name=\"xml\"", with: "<context name=\"local\""))
    }
  }

  @Test func `recorded values are read, and writes are limited to the driver's lists`() async throws
  {
    let server = IIODServer(
      try Scenario.named("pose").hat(), context: try Self.context("i2c", isLive: false))
    let answers = try await server.serve { port in
      try await IIODClient.talk(toPort: port) { client in
        var answers = [try client.attribute("lsm9ds1_magn INPUT magn_x raw")]
        answers.append(try client.attribute("bmp280 INPUT pressure input"))
        answers.append(try client.attribute("hmc5883 INPUT mount matrix"))
        answers.append(try client.attribute("iio_sysfs_trigger add_trigger"))
        answers.append(
          String(try client.write("0.00061", to: "lsm9ds1_magn INPUT magn_x scale")))
        answers.append(
          String(try client.write("0.000292", to: "lsm9ds1_magn INPUT magn_x scale")))
        answers.append(try client.attribute("lsm9ds1_magn INPUT magn_x scale"))
        return answers
      }
    }
    #expect(
      answers == [
        "1530", "101.190445312", "1, 0, 0; 0, 1, 0; 0, 0, 1", "-13", "-22", "8", "0.000292",
      ])
  }

  @Test
  func
    `a live recording follows the simulation, and hmc5883's scale stays a hundred times too small`()
    async throws
  {
    let hat = try Scenario.named("pose:heading=0,iron=none").hat()
    let server = IIODServer(hat, context: try Self.context("i2c", isLive: true))
    let (good, bad) = try await server.serve { port in
      try await IIODClient.talk(toPort: port) { client in
        func gauss(_ device: String) throws -> Double {
          let raw = Double(try client.attribute("\(device) INPUT magn_y raw")) ?? .nan
          return raw * (Double(try client.attribute("\(device) INPUT magn_y scale")) ?? .nan)
        }
        return (try gauss("lsm9ds1_magn"), try gauss("hmc5883"))
      }
    }
    let truth = hat.earthField.horizontalStrength * 1e4
    #expect(abs(good - truth) < 0.03)
    #expect(abs(bad * 100 - truth) < 0.03)
  }

  @Test(arguments: ["", "{}", "{\"xml\": \"<context/>\", \"attrs\": {}}", "[1]"])
  func `an invalid recording is refused with the reason`(text: String) {
    let error = #expect(throws: ContextRecordingError.self) {
      try ServedContext(recording: Array(text.utf8), isLive: false)
    }
    #expect(error?.description.isEmpty == false)
  }
}
