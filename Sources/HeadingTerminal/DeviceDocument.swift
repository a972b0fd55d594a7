/// `compass devices --json`: an IIO context as an object.
struct DeviceDocument: Encodable {
  struct Channel: Encodable {
    var id: String
    var unit: String?
    var scale: Double?
    var offset: Double
    var format: String?
    var output: Bool
  }

  /// The mount matrix in force of a sensor; `nil` with the problem if it is refused.
  struct Mount: Encodable {
    var sensor: String
    var matrix: [[Double]]?
    var problem: String?
  }

  struct Device: Encodable {
    var id: String
    var name: String?
    var label: String?
    var buffer: Bool
    var samplingFrequency: Double?
    var mountMatrix: String?
    var mounts: [Mount]
    var channels: [Channel]
    var usedFor: [String]
  }

  struct Choice: Encodable {
    var sensor: String
    var device: String
    var chosen: Bool
    var reason: String
  }

  var uri: String
  var simulated: Bool
  var description: String
  var library: String
  var devices: [Device]
  var triggers: [String]
  var choices: [Choice]
}
