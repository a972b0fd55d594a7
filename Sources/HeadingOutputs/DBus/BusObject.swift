import HeadingSystemd

/// An object that this program has on a bus: one interface with methods without arguments and
/// properties that nobody may set.
struct BusObject: Sendable {
  /// A property; its value is `nil` if it has none of the kind.
  struct Property: Sendable {
    let name: String
    /// Makes the value of the newest state.
    let value: @Sendable (BusState) -> BusValue
  }

  let path: String
  let interface: String
  let methods: [String]
  let properties: [Property]

  /// The properties with their values.
  func entries(_ state: BusState) -> [BusValue.Entry] {
    properties.map { BusValue.Entry($0.name, $0.value(state)) }
  }

  /// The description that `Introspect` returns.
  func introspection(_ state: BusState, among objects: [BusObject]) -> String {
    let rows =
      methods.map { "    <method name=\"\($0)\"/>\n" }
      + properties.map {
        "    <property name=\"\($0.name)\" type=\"\($0.value(state).signature)\" access=\"read\"/>\n"
      }
    return Self.document(
      "  <interface name=\"\(interface)\">\n" + rows.joined() + "  </interface>\n"
        + Self.standardInterfaces + Self.nodes(below: path, among: objects))
  }

  /// The description of a path above objects: their next names.
  static func introspection(of path: String, among objects: [BusObject]) -> String? {
    let nodes = nodes(below: path, among: objects)
    return nodes.isEmpty ? nil : document(nodes)
  }

  private static func nodes(below path: String, among objects: [BusObject]) -> String {
    let prefix = path == "/" ? "/" : path + "/"
    var names: [String] = []
    for object in objects where object.path.hasPrefix(prefix) {
      let name = object.path.dropFirst(prefix.count).prefix { $0 != "/" }
      if !names.contains(String(name)) { names.append(String(name)) }
    }
    return names.map { "  <node name=\"\($0)\"/>\n" }.joined()
  }

  private static let standardInterfaces = """
      <interface name="org.freedesktop.DBus.Properties">
        <method name="Get">
          <arg name="interface" type="s" direction="in"/>
          <arg name="property" type="s" direction="in"/>
          <arg name="value" type="v" direction="out"/>
        </method>
        <method name="GetAll">
          <arg name="interface" type="s" direction="in"/>
          <arg name="properties" type="a{sv}" direction="out"/>
        </method>
        <method name="Set">
          <arg name="interface" type="s" direction="in"/>
          <arg name="property" type="s" direction="in"/>
          <arg name="value" type="v" direction="in"/>
        </method>
        <signal name="PropertiesChanged">
          <arg name="interface" type="s"/>
          <arg name="changed" type="a{sv}"/>
          <arg name="invalidated" type="as"/>
        </signal>
      </interface>
      <interface name="org.freedesktop.DBus.Introspectable">
        <method name="Introspect">
          <arg name="description" type="s" direction="out"/>
        </method>
      </interface>

    """

  private static func document(_ content: String) -> String {
    "<!DOCTYPE node PUBLIC \"-//freedesktop//DTD D-BUS Object Introspection 1.0//EN\"\n"
      + "  \"http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd\">\n<node>\n"
      + content + "</node>\n"
  }
}
