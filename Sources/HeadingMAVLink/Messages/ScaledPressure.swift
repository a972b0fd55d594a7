/// Pressure and its temperature.
package struct ScaledPressure: MAVLinkMessage {
  package static let name = "SCALED_PRESSURE"
  package static let identifier: UInt32 = 29
  package static let checksumExtra: UInt8 = 115

  /// Time since boot, ms.
  package var timeBootMs: UInt32 = 0

  /// Absolute pressure, hPa.
  package var pressAbs: Float = .nan

  /// Differential pressure 1, hPa.
  package var pressDiff: Float = .nan

  /// Absolute pressure temperature, cdegC.
  package var temperature: Int16 = 0

  /// Temperature of the differential pressure, cdegC; 0 if unknown.
  package var temperaturePressDiff: Int16 = 0

  package init() {}

  package mutating func code(_ coder: inout PayloadCoder) {
    coder.code(&timeBootMs)
    coder.code(&pressAbs)
    coder.code(&pressDiff)
    coder.code(&temperature)
    coder.code(&temperaturePressDiff)
  }
}
