package import HeadingGeometry

/// `tf2_msgs/TFMessage` with one transform.
package struct TransformMessage: Sendable, Hashable {
  /// Time and parent frame.
  package var header = ROSHeader()

  /// The frame whose pose it is.
  package var childFrame = ""

  /// Position in the parent frame, m.
  package var translation = Vector3.zero

  /// Rotation from the child to the parent frame.
  package var rotation = Quaternion.identity

  /// Makes the message with empty values.
  package init() {}

  /// The message as data.
  package var record: ROSRecord {
    let transform = ROSRecord(
      "geometry_msgs/TransformStamped",
      [
        header.field,
        ROSField("child_frame_id", .string(childFrame)),
        ROSField(
          "transform",
          .record(
            ROSRecord(
              "geometry_msgs/Transform",
              [
                ROSField("translation", .vector(translation)),
                ROSField("rotation", .quaternion(rotation)),
              ]))),
      ])
    return ROSRecord(
      "tf2_msgs/TFMessage", [ROSField("transforms", .records([transform], of: transform))])
  }
}
