import HeadingGeometry
import HeadingSensing

@testable import HeadingNMEA2000

/// What devices of a network of NMEA 2000 send: records of twelve bytes, which are a pause, an
/// address, a group, a number of bytes and eight bytes.
enum NMEA2000Fuzzing {
  private static let record = 12
  private static let own = NMEA2000Name(unique: 77, instance: 0)

  static func take(_ bytes: [UInt8]) {
    var settings = NMEA2000Settings(interface: "can0")
    settings.magneticHeadingAccuracy = Angle(degrees: 5)
    settings.trueHeadingAccuracy = Angle(degrees: 1)
    var now = BootTime(seconds: 1)
    var session = NMEA2000Session(settings, at: now) { $0 == own }
    check(session.check(at: now))
    let groups = NMEA2000Report.Group.allCases
    var node = NMEA2000Node(
      name: own, product: NMEA2000Product(model: "", softwareVersion: "", serialNumber: ""),
      groups: [127_250], preferred: 100, at: 0)
    var rest = bytes[...]
    while rest.count >= record {
      let record = Array(rest.prefix(record))
      rest = rest.dropFirst(record.count)
      now = now.advanced(bySeconds: Double(record[0]) * 0.01)
      let group =
        record[2] < 192
        ? groups[Int(record[2]) % groups.count].rawValue : UInt32(record[2]) << 8
      let frame = CANFrame(
        identifier: UInt32(record[2] & 7) << 26 | group << 8 | UInt32(record[1]),
        data: Array(record[4...].prefix(Int(record[3]) % 9)))
      check(session.receive(frame, at: now))
      check(session.check(at: now))
      for answer in node.take(frame, at: now.seconds) where answer.data.count > 8 {
        fatalError("a frame of \(answer.data.count) bytes")
      }
    }
    guard session.senderCount <= 252 else { fatalError("more devices than addresses") }
    check(session.end(at: now))
  }

  private static func check(_ outputs: [NMEA2000Session.Output]) {
    for output in outputs {
      guard case .event(let event) = output else { continue }
      switch event {
      case .fix(let fix):
        guard abs(fix.coordinate.latitude) <= 90, abs(fix.coordinate.longitude) <= 180 else {
          fatalError("a place that is not on earth: \(fix)")
        }
        for value in [fix.horizontalAccuracy, fix.verticalAccuracy] {
          if let value, !(value > 0 && value < 1e5) { fatalError("an accuracy of \(value) m") }
        }
        if let speed = fix.speed, !(0...200).contains(speed) { fatalError("\(speed) m/s") }
      case .heading(let heading):
        let degrees =
          switch heading.value {
          case .magnetic(let heading): heading.degrees
          case .geographic(let heading): heading.degrees
          }
        guard (0..<360).contains(degrees), heading.accuracy != nil else {
          fatalError("\(heading)")
        }
      case .waterSpeed(let sample):
        guard (0...200).contains(sample.value) else { fatalError("\(sample)") }
      default: break
      }
    }
  }
}
