import Foundation
import HeadingGeometry
import HeadingSensing
import HeadingSimulation
import HeadingStorage
import HeadingTesting
import Testing

/// The files in calibration/.
struct ShippedProfileTests {
  private static let folder = SharedData.packageRoot.appendingPathComponent("calibration")

  /// Python with the reference implementation of JSON Schema, if it is there.
  private static let hasValidator =
    ["/usr/bin/python3", "/usr/local/bin/python3"].contains {
      FileManager.default.isExecutableFile(atPath: $0)
    }

  @Test func `the profile of the simulated sensors corrects them exactly`() throws {
    let profile = try CalibrationProfile(
      contentsOf: Self.folder.appendingPathComponent("simulated-hat.json"))
    let hat = try Scenario.named("turning").hat()
    let needed = hat.calibration
    let shipped = profile.parameters
    #expect((shipped.hardIron - needed.hardIron).length < 1e-15)
    #expect((shipped.softIron - needed.softIron).largestElement < 1e-12)
    #expect((shipped.accelerometerBias - needed.accelerometerBias).length < 1e-12)
    #expect((shipped.gyroscopeBias - needed.gyroscopeBias).length < 1e-12)
    #expect(shipped.accelerometerScale == .identity)
    let field = hat.earthField
    #expect(abs((profile.fieldStrength ?? 0) - field.strength) < 1e-12)
    #expect(abs((profile.inclination ?? .zero).degrees - field.inclination.degrees) < 1e-9)
    // The calibrated reading is the Earth's field.
    let truth = hat.truth(at: 3)
    let raw = hat.iron.applied(to: truth.magneticField)
    let bias = needed.hardIron - hat.iron.offset
    let corrected = shipped.softIron * (raw + bias - shipped.hardIron)
    #expect((corrected - truth.magneticField).length < 1e-12)
  }

  @Test func `every shipped profile is readable`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
      .filter { $0.hasSuffix(".json") && $0 != "profile.schema.json" }
    #expect(!names.isEmpty)
    for name in names {
      _ = try CalibrationProfile(contentsOf: Self.folder.appendingPathComponent(name))
    }
  }

  @Test(.enabled(if: hasValidator, "python3 is absent"))
  func `the checksum is the CRC-32 of zlib with its own digits as zeros`() async throws {
    let run = try await ToolRun.run(
      "python3",
      [
        "-c",
        """
        import re, sys, zlib
        content = open(sys.argv[1], "rb").read()
        stated = re.search(rb'"checksum" *: *"([0-9a-f]{8})"', content)
        zeroed = content[:stated.start(1)] + b"00000000" + content[stated.end(1):]
        print("%08x" % zlib.crc32(zeroed) == stated.group(1).decode())
        """, Self.folder.appendingPathComponent("simulated-hat.json").path,
      ])
    #expect(String(decoding: run.output, as: UTF8.self) == "True\n", "\(run.errors)")
  }

  @Test(.enabled(if: hasValidator, "python3 is absent"))
  func `shipped and written profiles follow the schema`() async throws {
    let written = FileManager.default.temporaryDirectory
      .appendingPathComponent("written-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: written) }
    var profile = CalibrationProfile(
      parameters: try Scenario.named("turned-hat").hat().calibration)
    profile.sensor = SensorIdentity(name: "lsm9ds1_magn", busAddress: "1-001e")
    profile.mount = try MountMatrix(words: "x=forward,y=left")
    profile.created = Scenario.referenceTime
    profile.temperatures = 290...300
    profile.model = "WMM2025"
    profile.modelEpoch = 2025
    profile.coverage = 0.5
    profile.rung = "full"
    profile.samplesUsed = 10
    profile.history = [PastCalibration(checksum: "01234567")]
    try profile.write(to: written)
    let run = try await ToolRun.run(
      "python3",
      [
        "-c",
        """
        import json, sys
        try:
            from jsonschema import Draft202012Validator as Validator, ValidationError
        except ImportError:
            sys.exit(99)
        schema = json.load(open(sys.argv[1]))
        Validator.check_schema(schema)
        for path in sys.argv[2:]:
            Validator(schema).validate(json.load(open(path)))
            try:
                Validator(schema).validate(dict(json.load(open(path)), unknown=1))
                sys.exit("an unknown key passed")
            except ValidationError:
                pass
        """, Self.folder.appendingPathComponent("profile.schema.json").path,
        Self.folder.appendingPathComponent("simulated-hat.json").path, written.path,
      ])
    // 99: the validator is not installed; the structure is checked below.
    #expect(run.status == 0 || run.status == 99, "\(run.errors)")
    let schema = try #require(
      try JSONSerialization.jsonObject(
        with: Data(contentsOf: Self.folder.appendingPathComponent("profile.schema.json")))
        as? [String: Any])
    let properties = try #require(schema["properties"] as? [String: Any])
    let required = try #require(schema["required"] as? [String])
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(contentsOf: written)) as? [String: Any])
    #expect(schema["additionalProperties"] as? Bool == false)
    #expect(Set(required).isSubset(of: object.keys))
    #expect(Set(object.keys).isSubset(of: properties.keys))
  }
}

extension Matrix3 {
  /// The largest element in magnitude.
  fileprivate var largestElement: Double {
    [columns.x, columns.y, columns.z].map { max(abs($0.x), abs($0.y), abs($0.z)) }.max() ?? 0
  }
}
