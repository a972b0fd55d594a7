import HeadingEngine
import HeadingGeometry
import HeadingNavigation
import HeadingProtocol
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
    return SolutionUpdate(solution: solution, latency: 0, steer: .ok)
  }

  private func group(
    _ sentences: [NMEAFormatter], _ change: (inout HeadingSolution) -> Void
  ) -> [String] {
    var configuration = NMEAConfiguration(to: .udp(host: "127.0.0.1", port: 1))
    configuration.sentences = sentences
    var stream = NMEAStream(configuration)
    return stream.group(update(change)).split(separator: "\r\n").map(String.init)
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

  /// Every value that a sentence can carry.
  private func complete(_ solution: inout HeadingSolution) {
    solution.status = .valid
    // 23 March 1994, 12:35:19.999 UTC.
    solution.universalTime = .known(
      UniversalTime(
        secondsSince1970: UniversalTime(year: 1994, month: 3, day: 23).secondsSince1970
          + 45_319.999))
    solution.magneticHeading = .known(Heading(degrees: 100))
    solution.trueHeading = .known(Heading(degrees: 94.6))
    solution.trueHeadingAccuracy = .known(Angle(degrees: 1.2))
    solution.declination = .known(Angle(degrees: -5.4))
    solution.attitude = .known(.identity)
    solution.pitch = .known(Angle(degrees: 1.5))
    solution.roll = .known(Angle(degrees: -2.5))
    (solution.pitchAccuracy, solution.rollAccuracy) = (
      .known(Angle(degrees: 0.25)), .known(Angle(degrees: 0.5))
    )
    // Half a degree a second to the right: clockwise from above.
    solution.rotationRate = .known(Vector3(0, 0, -Angle(degrees: 0.5).radians))
    solution.pressure = .known(101_325)
    solution.coordinate =
      Coordinate(latitude: -(48 + 7.038 / 60), longitude: 11.51667).map { .known($0) }
      ?? .missing(.starting)
    (solution.altitude, solution.ellipsoidalAltitude) = (.known(545.4), .known(592.3))
    solution.horizontalAccuracy = .known(3.019)
    solution.verticalAccuracy = .known(4.5)
    (solution.speed, solution.course) = (.known(5.144_44), .known(Heading(degrees: 359.97)))
    solution.navigationSources = [.fixPosition, .inertial]
    solution.heave = .known(
      Heave(
        displacement: -0.256, accuracy: 0.05, speed: 1, delayed: 2, delay: 10,
        delayedAccuracy: 0.02))
  }

  @Test func `a complete solution fills every sentence`() {
    let told = group(NMEAFormatter.allCases) { complete(&$0) }
    #expect(
      told.map { String($0.prefix { $0 != "*" }) } == [
        "$HCHDT,94.6,T", "$HCHDM,100.0,M", "$HCROT,30.0,A",
        "$HCXDR,A,1.5,D,PTCH,A,-2.5,D,ROLL,P,1.01325,B,STNP", "$HCHDG,100.0,,,5.4,W",
        "$HCTHS,94.6,A",
        "$PASHR,123519.99,94.60,T,-2.50,+1.50,-0.26,0.500,0.250,1.200,1,",
        "$INRMC,123519.99,A,4807.03800,S,01131.00020,E,10.00,0.0,230394,5.4,W,A",
        "$INGGA,123519.99,4807.03800,S,01131.00020,E,1,,,545.4,M,46.9,M,,",
        "$INVTG,0.0,T,5.4,M,10.00,N,18.52,K,A",
        "$INGST,123519.99,,,,,2.00,2.00,4.50",
      ])
    // The standard's limit, CR LF included.
    #expect(told.allSatisfy { $0.utf8.count <= 80 })
  }

  @Test func `a position without a recent fix is marked as estimated`() {
    let told = group([.recommendedMinimum, .fix, .courseAndSpeed, .attitude]) {
      complete(&$0)
      $0.navigationSources = [.inertial]
    }
    #expect(told[0].contains(",V,4807") && told[0].contains(",W,E*"))
    #expect(told[1].contains(",E,6,,"))
    #expect(told[2].contains(",K,E*"))
    #expect(told[3].contains(",0,*"))
  }

  @Test func `a heading that nobody may steer by is withheld, and THS says so`() {
    var configuration = NMEAConfiguration(to: .udp(host: "127.0.0.1", port: 1))
    configuration.sentences = NMEAFormatter.allCases
    var stream = NMEAStream(configuration)
    var stopped = update { complete(&$0) }
    stopped.steer = .stop
    let names = stream.group(stopped).split(separator: "\r\n").map { String($0.prefix(9)) }
    #expect(
      names == [
        "$HCROT,30", "$HCXDR,A,", "$HCTHS,,V", "$INRMC,12", "$INGGA,12", "$INVTG,0.", "$INGST,12",
      ])
  }

  @Test(arguments: [
    (89.999_999_99, 179.999_999_99, ["9000.00000", "N", "18000.00000", "E"]),
    (-0.000_1, -0.5, ["0000.00600", "S", "00030.00000", "W"]),
    (0, 0, ["0000.00000", "N", "00000.00000", "E"]),
  ])
  func `minutes carry into degrees`(latitude: Double, longitude: Double, fields: [String]) throws {
    let coordinate = try #require(Coordinate(latitude: latitude, longitude: longitude))
    #expect(NMEASentence.position(coordinate) == fields)
  }

  @Test func `a sentence with a rate of its own is sent that often, the others as before`() {
    var configuration = NMEAConfiguration(to: .udp(host: "127.0.0.1", port: 1))
    configuration.sentences = [.trueHeading, .fix]
    configuration.rates = [.fix: 1]
    var stream = NMEAStream(configuration)
    var text = ""
    for index in 0..<100 {
      text += stream.group(
        update {
          complete(&$0)
          $0.time = BootTime(seconds: 1 + Double(index) / 20)
        })
    }
    let sentences = text.split(separator: "\r\n")
    #expect(sentences.count { $0.hasPrefix("$HCHDT") } == 50)
    #expect(sentences.count { $0.hasPrefix("$INGGA") } == 5)
  }

  // HDG's heading is that of the sensor: easterly deviation is added to it to get the magnetic heading.
  @Test(arguments: [
    (2.0, 3.04, "$HCHDG,359.0,3.0,E,,"), (2.0, -3.0, "$HCHDG,5.0,3.0,W,,"),
    (100.04, 0.02, "$HCHDG,100.0,0.0,E,,"),
  ])
  func `a deviation is sent with the uncorrected compass heading, so that it is applied once`(
    heading: Double, deviation: Double, text: String
  ) {
    let told = group([.headingWithVariation, .magneticHeading]) { solution in
      solution.status = .valid
      solution.magneticHeading = .known(Heading(degrees: heading))
      solution.deviation = Angle(degrees: deviation)
    }
    #expect(told.first.map { String($0.prefix { $0 != "*" }) } == text)
    #expect(told.last?.contains(NMEASentence.bearing(heading)) == true)
  }

  @Test func `invalid values are omitted, sentence by sentence`() {
    #expect(group(NMEAFormatter.allCases) { _ in }.isEmpty)
    let magnetic = group(NMEAFormatter.allCases) {
      $0.magneticHeading = .known(Heading(degrees: 10))
    }
    #expect(magnetic.map { String($0.dropFirst(3).prefix(3)) } == ["HDM", "HDG"])
  }

  @Test func `a heading held by the gyroscope is marked estimated, a simulated one simulated`() {
    let held = group([.headingWithStatus]) {
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
    func all(_ sentences: [NMEAFormatter]) -> [String] {
      group(sentences) { solution in
        complete(&solution)
        solution.isSimulated = true
      }.map { String($0.prefix { $0 != "*" }) }
    }
    #expect(
      all(NMEAFormatter.allCases) == [
        "$HCTHS,94.6,S", "$HCROT,30.0,V",
        "$INRMC,123519.99,V,4807.03800,S,01131.00020,E,10.00,0.0,230394,5.4,W,S",
        "$INGGA,123519.99,4807.03800,S,01131.00020,E,8,,,545.4,M,46.9,M,,",
        "$INVTG,0.0,T,5.4,M,10.00,N,18.52,K,S",
      ])
    #expect(all([.trueHeading]) == ["$HCTHS,94.6,S"])
    #expect(
      all([.magneticHeading, .transducers, .headingWithVariation, .attitude, .fixAccuracy])
        .isEmpty)
  }
}
