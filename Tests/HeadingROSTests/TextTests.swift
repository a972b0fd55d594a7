import HeadingGeometry
import Testing

@testable import HeadingROS

struct TextTests {
  @Test func `a definition lists the message, then each contained type once`() {
    let separator = String(repeating: "=", count: 80)
    #expect(
      ROSDefinition.text(of: QuaternionStampedMessage().record) == """
        std_msgs/Header header
        geometry_msgs/Quaternion quaternion
        \(separator)
        MSG: std_msgs/Header
        builtin_interfaces/Time stamp
        string frame_id
        \(separator)
        MSG: builtin_interfaces/Time
        int32 sec
        uint32 nanosec
        \(separator)
        MSG: geometry_msgs/Quaternion
        float64 x
        float64 y
        float64 z
        float64 w

        """)
  }

  @Test func `the definition of a list does not depend on its length`() {
    var full = DiagnosticArrayMessage()
    full.values = [DiagnosticValue(key: "a", value: "b"), DiagnosticValue()]
    let text = ROSDefinition.text(of: full.record)
    #expect(text == ROSDefinition.text(of: ROSTopic.diagnostics.example))
    #expect(text.contains("diagnostic_msgs/KeyValue[] values\n"))
  }

  @Test func `a document has the names and numbers of ROS 1`() {
    var message = MagneticFieldMessage()
    message.header = ROSHeader(ROSTime(seconds: 12.000_25), in: "a\"\\\n\u{9B}é")
    message.field = Vector3(1e-5, -2.5e-7, .nan)
    #expect(
      ROSYAML.document(message.record, comment: "SIMULATED") == #"""
        # SIMULATED
        header:
          stamp:
            secs: 12
            nsecs: 250000
          frame_id: "a\"\\\U0000000a\U0000009b\U000000e9"
        magnetic_field:
          x: 1.0e-05
          y: -2.5e-07
          z: .nan
        magnetic_field_covariance: [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
        ---

        """#)
  }

  @Test func `lists of messages are lists in the document`() {
    var message = DiagnosticArrayMessage()
    message.values = [
      DiagnosticValue(key: "a", value: "b"), DiagnosticValue(key: "c", value: "d"),
    ]
    let text = ROSYAML.document(message.record)
    #expect(
      text.hasSuffix(
        """
        status:
        - level: 0
          name: ""
          message: ""
          hardware_id: "headingd"
          values:
          - key: "a"
            value: "b"
          - key: "c"
            value: "d"
        ---

        """))
  }

  @Test(arguments: [-1e300, -1, 0, Double.nan, .infinity, 1e300, 4e9])
  func `a time outside the type's range is limited`(seconds: Double) {
    let time = ROSTime(seconds: seconds)
    #expect(time.nanoseconds < 1_000_000_000)
    #expect(time.seconds == (seconds > 0 ? Int32.max : 0))
  }

  @Test func `microseconds are carried`() {
    let time = ROSTime(seconds: 1.999_999_9)
    #expect(time.seconds == 2 && time.nanoseconds == 0 && time.sinceEpoch == 2_000_000_000)
  }
}
