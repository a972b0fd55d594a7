/// `std_msgs/Header`.
package struct ROSHeader: Sendable, Hashable {
  /// Time of validity.
  package var stamp = ROSTime()

  /// The coordinate frame of the values.
  package var frame = ""

  /// Makes an empty header.
  package init() {}

  /// Makes a header.
  package init(_ stamp: ROSTime, in frame: String) {
    self.stamp = stamp
    self.frame = frame
  }

  var field: ROSField {
    ROSField(
      "header",
      .record(
        ROSRecord(
          "std_msgs/Header",
          [ROSField("stamp", stamp.value), ROSField("frame_id", .string(frame))])))
  }
}
