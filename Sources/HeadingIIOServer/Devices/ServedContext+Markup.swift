extension ServedContext {
  /// The document type of libiio 0.24's contexts.
  static let documentType =
    "<!DOCTYPE context ["
    + "<!ELEMENT context (device | context-attribute)*><!ELEMENT context-attribute EMPTY>"
    + "<!ELEMENT device (channel | attribute | debug-attribute | buffer-attribute)*>"
    + "<!ELEMENT channel (scan-element?, attribute*)><!ELEMENT attribute EMPTY>"
    + "<!ELEMENT scan-element EMPTY><!ELEMENT debug-attribute EMPTY>"
    + "<!ELEMENT buffer-attribute EMPTY><!ATTLIST context name CDATA #REQUIRED "
    + "version-major CDATA #REQUIRED version-minor CDATA #REQUIRED "
    + "version-git CDATA #REQUIRED description CDATA #IMPLIED>"
    + "<!ATTLIST context-attribute name CDATA #REQUIRED value CDATA #REQUIRED>"
    + "<!ATTLIST device id CDATA #REQUIRED name CDATA #IMPLIED label CDATA #IMPLIED>"
    + "<!ATTLIST channel id CDATA #REQUIRED type (input|output) #REQUIRED name CDATA #IMPLIED>"
    + "<!ATTLIST scan-element index CDATA #REQUIRED format CDATA #REQUIRED scale CDATA #IMPLIED>"
    + "<!ATTLIST attribute name CDATA #REQUIRED filename CDATA #IMPLIED>"
    + "<!ATTLIST debug-attribute name CDATA #REQUIRED>"
    + "<!ATTLIST buffer-attribute name CDATA #REQUIRED>]>"

  /// The XML of the context for remote clients.
  public var markup: String { markup(omitting: [], withoutTimestamps: []) }

  /// The XML without some devices, and without the timestamp channels of others, by index.
  package func markup(
    omitting absent: Set<Int>, withoutTimestamps: Set<Int> = []
  ) -> String {
    var text = "<?xml version=\"1.0\" encoding=\"utf-8\"?>" + Self.documentType
    text += "<context name=\"local\" version-major=\"0\" version-minor=\"24\""
    text += " version-git=\"v0.24\" description=\"\(Self.escaped(description))\" >"
    for attribute in attributes {
      text += "<context-attribute name=\"\(Self.escaped(attribute.name))\""
      text += " value=\"\(Self.escaped(attribute.value))\" />"
    }
    for (index, device) in devices.enumerated() where !absent.contains(index) {
      text += device.markup(withTimestamp: !withoutTimestamps.contains(index))
    }
    return text + "</context>"
  }

  /// A text with XML's reserved characters replaced by entities.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&apos;"
      default: escaped.append(character)
      }
    }
    return escaped
  }
}

extension ServedDevice {
  /// The device's element.
  fileprivate func markup(withTimestamp: Bool) -> String {
    func escaped(_ text: String) -> String { ServedContext.escaped(text) }
    var text = "<device id=\"\(escaped(id))\""
    if let name { text += " name=\"\(escaped(name))\"" }
    if let label { text += " label=\"\(escaped(label))\"" }
    text += " >"
    for channel in channels where withTimestamp || channel.id != "timestamp" {
      text += "<channel id=\"\(escaped(channel.id))\""
      if let name = channel.name { text += " name=\"\(escaped(name))\"" }
      text += " type=\"\(channel.isOutput ? "output" : "input")\" >"
      if let scan = channel.scan {
        text += "<scan-element index=\"\(scan.index)\" format=\"\(escaped(scan.format.text))\""
        // libiio formats the scale by %f: six decimals.
        if let scale = channel.file("scale").flatMap(number) {
          text += " scale=\"\(DecimalText.fixed(scale, decimals: 6))\""
        }
        text += " />"
      }
      for attribute in channel.attributes {
        text += "<attribute name=\"\(escaped(attribute.name))\""
        text += " filename=\"\(escaped(attribute.file))\" />"
      }
      text += "</channel>"
    }
    for name in attributes { text += "<attribute name=\"\(escaped(name))\" />" }
    for name in bufferAttributes { text += "<buffer-attribute name=\"\(escaped(name))\" />" }
    for name in debugAttributes { text += "<debug-attribute name=\"\(escaped(name))\" />" }
    return text + "</device>"
  }
}
