extension LocationValues {
  private static let numbers: [(String, any WritableKeyPath<LocationValues, Double> & Sendable)] = [
    ("latitude", \.coordinate.latitude), ("longitude", \.coordinate.longitude),
    ("altitude", \.altitude), ("ellipsoidalAltitude", \.ellipsoidalAltitude),
    ("horizontalAccuracy", \.horizontalAccuracy), ("verticalAccuracy", \.verticalAccuracy),
    ("course", \.course), ("courseAccuracy", \.courseAccuracy), ("speed", \.speed),
    ("speedAccuracy", \.speedAccuracy),
  ]

  func encode(with coder: NSCoder) {
    for (key, path) in Self.numbers { coder.encode(self[keyPath: path], forKey: key) }
    coder.encode(timestamp.timeIntervalSinceReferenceDate, forKey: "timestamp")
    if let floor { coder.encode(floor, forKey: "floor") }
    if let source {
      coder.encode(source.isSimulated, forKey: "isSimulatedBySoftware")
      coder.encode(source.isFromAccessory, forKey: "isProducedByAccessory")
    }
  }

  /// Decodes the values; `nil` if the archive has none.
  init?(coder: NSCoder) {
    guard coder.containsValue(forKey: "latitude"), coder.containsValue(forKey: "timestamp") else {
      return nil
    }
    self.init()
    for (key, path) in Self.numbers { self[keyPath: path] = coder.decodeDouble(forKey: key) }
    timestamp = Date(
      timeIntervalSinceReferenceDate: coder.decodeDouble(forKey: "timestamp"))
    if coder.containsValue(forKey: "floor") { floor = coder.decodeInteger(forKey: "floor") }
    if coder.containsValue(forKey: "isSimulatedBySoftware") {
      source = (
        coder.decodeBool(forKey: "isSimulatedBySoftware"),
        coder.decodeBool(forKey: "isProducedByAccessory")
      )
    }
  }
}
