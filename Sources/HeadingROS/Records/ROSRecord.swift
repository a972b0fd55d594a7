/// A ROS message as data: its type, and its fields in their order.
///
/// The encoding (``CDR``), the text (``ROSYAML``) and the definition (``ROSDefinition``) are derived
/// from it, so that a field is described once.
package struct ROSRecord: Sendable, Hashable {
  /// The type, package and name: `sensor_msgs/Imu`.
  package let type: String

  /// The fields, in the order of the definition.
  package let fields: [ROSField]

  init(_ type: String, _ fields: [ROSField]) {
    self.type = type
    self.fields = fields
  }
}
