/// A field of a ROS message: its name and its value.
package struct ROSField: Sendable, Hashable {
  /// The name in ROS 2.
  package let name: String

  /// The name in ROS 1; differs for the parts of a time only.
  package let firstName: String

  /// The value, which has the field's type.
  package let value: ROSValue

  init(_ name: String, _ value: ROSValue, inROS1 firstName: String? = nil) {
    self.name = name
    self.firstName = firstName ?? name
    self.value = value
  }
}
