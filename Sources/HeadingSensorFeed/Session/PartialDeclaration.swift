/// A binary declaration of which frames are still missing.
struct PartialDeclaration {
  private var device: FeedDeviceFrame?
  private var sensors: [FeedSensorFrame] = []

  /// Begins with the device.
  mutating func begin(_ frame: FeedDeviceFrame) throws(FeedRefusal) {
    guard (1...FeedDeclaration.mostSensors).contains(frame.count) else {
      throw FeedRefusal("does not declare 1 to \(FeedDeclaration.mostSensors) sensors")
    }
    device = frame
    sensors = []
  }

  /// Adds a sensor; returns the declaration once it is complete.
  mutating func add(
    _ frame: FeedSensorFrame, at index: Int
  ) throws(FeedRefusal) -> FeedDeclaration? {
    // Where the device's frame or one before was lost, the next repetition is waited for.
    guard let device, index == sensors.count else {
      self.device = nil
      return nil
    }
    sensors.append(frame)
    guard sensors.count == device.count else { return nil }
    self.device = nil
    let named = sensors.map { frame in
      var sensor = frame.sensor
      sensor.chip = frame.chip.map { sensors.indices.contains($0) ? sensors[$0].sensor.name : "" }
      return sensor
    }
    return try FeedDeclaration(
      device: device.device, timeBase: device.timeBase, isSimulated: device.isSimulated,
      sensors: named)
  }
}
