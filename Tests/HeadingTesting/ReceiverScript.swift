import Foundation

/// NMEA sentences of a receiver that moves at 5 m/s toward 54.7° near London, ten reports a second.
struct ReceiverScript {
  /// Whether the receiver has a fix.
  var hasFix = true

  /// The report of a tenth of a second since 12:35:00 UTC on 21 November 2026.
  func report(_ tenth: Int) -> String {
    let time = String(
      format: "12%02d%02d.%02d", 35 + tenth / 600 % 20, tenth / 10 % 60, tenth % 10 * 10)
    guard hasFix else {
      return [
        "GPRMC,\(time),V,,,,,,,211126,,,N", "GPGGA,\(time),,,,,0,00,99.9,,M,,M,,",
        "GPGSA,A,1,,,,,,,,,,,,,99.9,99.9,99.9",
      ].map(Self.sentence).joined()
    }
    return [
      "GPRMC,\(time),A,5140.0000,N,00020.0000,W,9.719,54.7,211126,,,A",
      "GPGGA,\(time),5140.0000,N,00020.0000,W,1,08,0.9,60.0,M,46.0,M,,",
      "GPGSA,A,3,04,05,09,12,24,25,29,30,,,,,1.8,0.9,1.5",
    ].map(Self.sentence).joined()
  }

  private static func sentence(_ body: String) -> String {
    String(format: "$%@*%02X\r\n", body, body.utf8.reduce(0, ^))
  }
}
