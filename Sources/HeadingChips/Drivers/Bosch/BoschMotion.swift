import HeadingGeometry

/// What the drivers of Bosch's inertial sensors have in common: rates, ranges, devices.
enum BoschMotion {
  /// Rates that both sensors have, Hz, of which a bus with 100 kHz carries the samples; the setting of
  /// each is 6 plus its index.
  static let rates = [25.0, 50, 100, 200, 400]

  /// m/s² per count for ±2, ±4, ±8 and ±16 g.
  static let accelerometerScales = [16384.0, 8192, 4096, 2048].map {
    PhysicalConstants.standardGravity / $0
  }

  /// rad/s per count for ±125, ±250, ±500, ±1000 and ±2000 °/s; the setting of each is 4 minus its
  /// index.
  static let gyroscopeScales = [262.4, 131.2, 65.6, 32.8, 16.4].map { .pi / 180 / $0 }

  /// Accelerometer at ±4 g and gyroscope at ±500 °/s, both at 100 Hz.
  static func devices(_ name: String) -> [ChipDevice] {
    // 512 counts per degree from 23 °C on.
    let temperature = ChipDevice.Channel("temp", scale: 1000 / 512, offset: 23 * 512)
    return [
      ChipDevice(
        name + "-accel",
        channels: [
          .init(
            "accel", isVector: true, scale: accelerometerScales[1], scales: accelerometerScales),
          temperature,
        ], rate: 100, rates: rates),
      ChipDevice(
        name + "-gyro",
        channels: [
          .init("anglvel", isVector: true, scale: gyroscopeScales[2], scales: gyroscopeScales),
          temperature,
        ], rate: 100, rates: rates),
    ]
  }

  /// The samples of a FIFO's contents at the times of two clocks, one for each sensor; reads the
  /// temperature if there are any.
  static func samples(
    _ contents: BoschFIFO.Contents, _ clocks: inout [MeasurementClock], rate: Double, at now: Int64,
    temperature register: UInt8, _ registers: Registers
  ) throws(ChipError) -> [ChipSample] {
    var times: [[Int64]] = []
    for device in clocks.indices {
      if contents.hasLost { clocks[device].restart(rate: rate, at: now) }
      times.append(
        try clocks[device].times(of: contents.measurements[device].count, at: now))
    }
    guard times.contains(where: { !$0.isEmpty }) else { return [] }
    let temperature = try registers.read(register, count: 2).littleEndian16(0)
    return times.indices.flatMap { device in
      zip(times[device], contents.measurements[device]).map { time, value in
        ChipSample(
          device: device, time: time, counts: SIMD4(value.x, value.y, value.z, temperature))
      }
    }
  }
}
