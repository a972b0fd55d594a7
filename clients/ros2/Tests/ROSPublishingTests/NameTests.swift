import HeadingROS
import ROSPublishing
import Testing

struct NameTests {
  @Test(arguments: [
    ("headingd", "/", "/headingd"), ("_a1", "robot1", "/robot1/_a1"),
    ("a", "/fleet/robot1", "/fleet/robot1/a"),
  ])
  func `a node has a full name`(name: String, namespace: String, full: String) {
    #expect(NodeName(name, in: namespace)?.description == full)
  }

  @Test(arguments: [
    ("", "/"), ("1a", "/"), ("a-b", "/"), ("ä", "/"), ("a", "//"), ("a", "/b/"), ("a", "/1"),
    ("a", "/b c"), ("a/b", "/"), (String(repeating: "a", count: 300), "/"),
  ])
  func `names that ROS refuses are refused`(name: String, namespace: String) {
    #expect(NodeName(name, in: namespace) == nil)
  }

  @Test func `topics and types have the names that rmw gives them`() throws {
    let root = try #require(NodeName("headingd", in: "/"))
    let robot = try #require(NodeName("headingd", in: "/robot1"))
    #expect(ROSTopic.imu.name(in: root) == "rt/imu/data")
    #expect(ROSTopic.imu.name(in: robot) == "rt/robot1/imu/data")
    #expect(ROSTopic.transforms.name(in: robot) == "rt/tf")
    #expect(ROSTopic.diagnostics.name(in: robot) == "rt/diagnostics")
    #expect(ROSTopic.imu.typeNameInDDS == "sensor_msgs::msg::dds_::Imu_")
    #expect(ROSTopic.transforms.typeNameInDDS == "tf2_msgs::msg::dds_::TFMessage_")
  }

  @Test(arguments: ["lo", "wlan0", "enp0s31f6", "br-lan.5", "a_b:1@x"])
  func `an interface may have such a name`(name: String) { #expect(Network.isInterface(name)) }

  @Test(arguments: ["", "\"/><x", "a b", "0123456789abcdef", "a/b", "ä"])
  func `what would change the configuration is no interface`(name: String) {
    #expect(!Network.isInterface(name))
  }
}
