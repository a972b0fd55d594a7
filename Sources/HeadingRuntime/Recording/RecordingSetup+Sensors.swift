import Geomagnetism
import HeadingGeometry
public import HeadingRecording
import HeadingSensing
import HeadingStorage

extension RecordingSetup {
  /// Creates the recorded setup from a sensor discovery and the service's configuration.
  public init(_ setup: SensorSetup, configuration: Configuration?) {
    self.init(
      source: setup.name, simulated: setup.isSimulated, model: setup.magneticModel.name,
      geoid: setup.geoid != nil)
    magnetometer = setup.sensor?.text
    if let rows = setup.mounts[.magnetometer]?.matrix.rows {
      mount = [rows.x, rows.y, rows.z].flatMap { [$0.x, $0.y, $0.z] }
    }
    self.configuration = configuration
  }
}
