import FoundationEssentials
import HeadingGeometry
import HeadingSensing

/// The JSON document of a calibration profile; `calibration/profile.schema.json` describes it.
///
/// Units are those of the file: µT, degrees, °C, m/s², rad/s. Frames are the body frame.
struct ProfileDocument: Codable {
  struct Sensor: Codable {
    var name: String
    var label: String?
    var busAddress: String?
    var serial: String?
  }

  struct Place: Codable {
    var latitude: Double
    var longitude: Double
  }

  /// Predicted heading error when level and when tilted by 20° and 45°.
  struct PredictedError: Codable {
    var level: Double
    var tilt20: Double?
    var tilt45: Double?
  }

  struct Accelerometer: Codable {
    var bias: [Double]
    var scale: [[Double]]
    var mountMatrix: [[Double]]?
  }

  /// Magnetic field of the vehicle's load: the field per unit, the delay in s, the calibrated
  /// range.
  struct Load: Codable {
    var field: [Double]
    var delay: Double
    var minimum: Double
    var maximum: Double
  }

  /// Coefficients of the deviation A + B sin θ + C cos θ + D sin 2θ + E cos 2θ, degrees.
  struct Deviation: Codable {
    var a: Double
    var b: Double
    var c: Double
    var d: Double
    var e: Double
  }

  /// Range of the sensor's temperature; drift of the hard iron, µT/K, from the reference.
  struct Temperature: Codable {
    var minimum: Double
    var maximum: Double
    var field: [Double]?
    var reference: Double?
  }

  /// An earlier calibration of the sensor.
  struct Past: Codable {
    var checksum: String
    var created: String?
    var predictedHeadingError: Double?
  }

  var version: Int
  var checksum: String?
  var sensor: Sensor?
  var simulated: Bool?
  var created: String?
  var place: Place?
  var temperature: Temperature?
  var mountMatrix: [[Double]]?
  var model: String?
  var modelEpoch: Double?
  var fieldStrength: Double?
  var inclination: Double?
  var hardIron: [Double]
  var softIron: [[Double]]
  var load: Load?
  var deviation: Deviation?
  var predictedHeadingError: PredictedError?
  var accelerometer: Accelerometer?
  var gyroscopeBias: [Double]?
  var gyroscopeMountMatrix: [[Double]]?
  var coverage: Double?
  /// The calibration model, such as `ellipsoid`.
  var rung: String?
  var samplesUsed: Int?
  var history: [Past]?

  /// The keys of every object of the file, by the object's path.
  static let keys: [String: Set<String>] = [
    "": [
      "version", "checksum", "sensor", "simulated", "created", "place", "temperature",
      "mount_matrix", "model", "model_epoch", "field_strength", "inclination", "hard_iron",
      "soft_iron", "load", "deviation",
      "predicted_heading_error", "accelerometer", "gyroscope_bias",
      "gyroscope_mount_matrix", "coverage", "rung",
      "samples_used", "history",
    ],
    "sensor": ["name", "label", "bus_address", "serial"],
    "place": ["latitude", "longitude"],
    "load": ["field", "delay", "minimum", "maximum"],
    "deviation": ["a", "b", "c", "d", "e"],
    "temperature": ["minimum", "maximum", "field", "reference"],
    "predicted_heading_error": ["level", "tilt20", "tilt45"],
    "accelerometer": ["bias", "scale", "mount_matrix"],
    "history": ["checksum", "created", "predicted_heading_error"],
  ]
}
