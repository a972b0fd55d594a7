import HeadingEngine
import HeadingGeometry
import HeadingRuntime
import HeadingSensing
import HeadingStorage
import Testing

@testable import HeadingOutputs

/// The sentences themselves: form, rounding, and what is withheld.
struct NMEASentenceTests {
  private func update(_ change: (inout HeadingSolution) -> Void) -> SolutionUpdate {
    var solution = HeadingSolution(time: BootTime(seconds: 1), missing: .starting)
    change(&solution)
    return SolutionUpdate(solution: solution, latency: 0)
  }

  private func group(
    _ sentences: [String], _ change: (inout HeadingSolution) -> Void
  ) -> [String] {
    var configuration = NMEAConfiguration(to: .udp(host: "127.0.0.1", port: 1))
    configuration.sentences = sentences
    return NMEAOutput(configuration).group(update(change)).split(separator: "\r\n")
      .map(String.init)
  }

  @Test func `the checksum equals that of the standard example of NMEA 0183`() {
    let sentence = NMEASentence(
      address: "GPGGA",
      fields: [
        "123519", "4807.038", "N", "01131.000", "E", "1", "08", "0.9", "545.4", "M", "46.9", "M",
        "", "",
      ])
    #expect(
      sentence.text == "$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47\r\n")
  }

  @Test(arguments: [
    (0.04, "0.0"), (359.94, "359.9"), (359.95, "0.0"), (359.999, "0.0"), (45.25, "45.3"),
    (9.96, "10.0"),
  ])
  func `a bearing is never 360.0`(degrees: Double, text: String) {
    #expect(NMEASentence.bearing(degrees) == text)
  }

  @Test(arguments: [
    (-0.04, 1, "0.0"), (-1.26, 1, "-1.3"), (1.01325, 5, "1.01325"), (0.5, 0, "1"),
    (12.0, 2, "12.00"),
  ])
  func `numbers have a point and no minus before zero`(
    value: Double, decimals: Int, text: String
  ) {
    #expect(NMEASentence.decimal(value, decimals) == text)
  }

  @Test func `a complete solution fills every sentence`() {
    let told = group(NMEAConfiguration.formatters) { solution in
      solution.status = .valid
      solution.magneticHeading = .known(Heading(degrees: 100))
      solution.trueHeading = .known(Heading(degrees: 94.6))
      solution.declination = .known(Angle(degrees: -5.4))
      solution.attitude = .known(.identity)
      solution.pitch = .known(Angle(degrees: 1.5))
      solution.roll = .known(Angle(degrees: -2.5))
      // Half a degree a second to the right: clockwise from above.
      solution.rotationRate = .known(Vector3(0, 0, -Angle(degrees: 0.5).radians))
      solution.pressure = .known(101_325)
    }
    #expect(
      told.map { String($0.prefix { $0 != "*" }) } == [
        "$HCHDT,94.6,T", "$HCHDM,100.0,M", "$HCROT,30.0,A",
        "$HCXDR,A,1.5,D,PTCH,A,-2.5,D,ROLL,P,1.01325,B,STNP", "$HCHDG,100.0,,,5.4,W",
        "$HCTHS,94.6,A",
      ])
    // The standard's limit, CR LF included.
    #expect(told.allSatisfy { $0.utf8.count <= 80 })
  }

  // HDG's heading is that of the sensor: easterly deviation is added to it to get the magnetic heading.
  @Test(arguments: [
    (2.0, 3.04, "$HCHDG,359.0,3.0,E,,"), (2.0, -3.0, "$HCHDG,5.0,3.0,W,,"),
    (100.04, 0.02, "$HCHDG,100.0,0.0,E,,"),
  ])
  func `a deviation is sent with the uncorrected compass heading, so that it is applied once`(
    heading: Double, deviation: Double, text: String
  ) {
    let told = group(["HDG", "HDM"]) { solution in
      solution.status = .valid
      solution.magneticHeading = .known(Heading(degrees: heading))
      solution.deviation = Angle(degrees: deviation)
    }
    #expect(told.first.map { String($0.prefix { $0 != "*" }) } == text)
    #expect(told.last?.contains(NMEASentence.bearing(heading)) == true)
  }

  @Test func `invalid values are omitted, sentence by sentence`() {
    #expect(group(NMEAConfiguration.formatters) { _ in }.isEmpty)
    let magnetic = group(NMEAConfiguration.formatters) {
      $0.magneticHeading = .known(Heading(degrees: 10))
    }
    #expect(magnetic.map { String($0.dropFirst(3).prefix(3)) } == ["HDM", "HDG"])
  }

  @Test func `a heading held by the gyroscope is marked estimated, a simulated one simulated`() {
    let held = group(["THS"]) {
      $0.status = .coasting
      $0.trueHeading = .known(Heading(degrees: 1))
    }
    #expect(held.first?.hasPrefix("$HCTHS,1.0,E*") == true)
    let simulated = update {
      $0.trueHeading = .known(Heading(degrees: 1))
      $0.isSimulated = true
    }
    #expect(
      NMEAFormatter.headingWithStatus.sentence(simulated, talker: "GN")?.fields == ["1.0", "S"])
  }

  // IEC 61162-1: the status of a sentence is V for every mode but A and D; THS replaces HDT.
  @Test func `sentences that cannot be marked as simulated are not sent for simulated sensors`() {
    func all(_ sentences: [String]) -> [String] {
      group(sentences) { solution in
        solution.isSimulated = true
        solution.status = .valid
        solution.magneticHeading = .known(Heading(degrees: 100))
        solution.trueHeading = .known(Heading(degrees: 94.6))
        solution.declination = .known(Angle(degrees: -5.4))
        solution.attitude = .known(.identity)
        solution.pitch = .known(Angle(degrees: 1.5))
        solution.roll = .known(Angle(degrees: -2.5))
        solution.rotationRate = .known(Vector3(0, 0, -Angle(degrees: 0.5).radians))
        solution.pressure = .known(101_325)
      }.map { String($0.prefix { $0 != "*" }) }
    }
    #expect(all(NMEAConfiguration.formatters) == ["$HCTHS,94.6,S", "$HCROT,30.0,V"])
    #expect(all(["HDT"]) == ["$HCTHS,94.6,S"])
    #expect(all(["HDM", "XDR", "HDG"]).isEmpty)
  }
}
