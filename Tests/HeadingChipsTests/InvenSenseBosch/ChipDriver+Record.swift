import ChipSimulation
import HeadingChips
import HeadingGeometry

extension SimulatedTime {
  /// A connection whose firmware is complete.
  func connection(_ bus: any ChipBus) -> ChipConnection {
    ChipConnection(bus: bus, clock: self) { name in
      name == "bmi270-init-data.fw" ? BoschMotionChip.configuration : nil
    }
  }
}

extension ChipDriver {
  /// Reads for a time, once every interval.
  mutating func record(_ seconds: Double, _ time: SimulatedTime) throws -> [ChipSample] {
    var samples: [ChipSample] = []
    let end = time.now + Int64(seconds * 1e9)
    while time.now < end {
      let next = time.now + interval
      try read(into: &samples)
      time.advance(by: max(0, next - time.now))
    }
    return samples
  }

  /// The vector of a sample in IIO's unit, in the axes of the package.
  func vector(_ sample: ChipSample) -> Vector3 {
    let device = devices[sample.device]
    return device.axes
      * (Vector3(Double(sample.counts.x), Double(sample.counts.y), Double(sample.counts.z))
        * device.channels[0].scale)
  }
}
