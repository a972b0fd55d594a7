package import FoundationEssentials
import HeadingSystem

/// Raspberry Pi's config.txt.
///
/// Source: Raspberry Pi documentation, config.txt. Lines that are not changed keep their bytes.
package struct BootConfiguration: Sendable {
  /// A line as the firmware of this model reads it.
  struct Line: Sendable {
    /// Its bytes without the line feed.
    var bytes: Data
    /// Whether its section applies to the model.
    var applies: Bool
    /// Whether it is a comment.
    var isComment: Bool
    /// Name before the first `=`, also in a comment.
    var key: String
    /// The rest, split at commas; `name=value` or `name`.
    var values: [String]
  }

  /// Folders that hold the file, the newer system first: bookworm keeps a pointer in the old one.
  private static let paths = ["/boot/firmware/config.txt", "/boot/config.txt"]

  /// Path on the machine.
  package let path: String

  private(set) var lines: [Line]

  /// Whether a line at the end applies to every model.
  private(set) var endsInAll: Bool

  private let sections: Set<String>
  private var endsWithLineFeed: Bool

  /// Reads the file of a machine; `nil` if it has none.
  init?(on machine: Machine, model: BoardModel) {
    for path in Self.paths {
      if let bytes = machine.bytes(path, limit: 1 << 20) {
        self.init(bytes, path: path, model: model)
        return
      }
    }
    return nil
  }

  /// Parses a file.
  init(_ bytes: Data, path: String, model: BoardModel) {
    self.path = path
    sections = model.sections
    endsWithLineFeed = bytes.isEmpty || bytes.last == UInt8(ascii: "\n")
    lines = []
    endsInAll = true
    var filter: [Bool: Bool] = [:]
    var text = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if endsWithLineFeed { text.removeLast() }
    for bytes in text {
      let line = String(decoding: bytes, as: UTF8.self).trimming { $0.isWhitespace }
      if line.hasPrefix("["), line.hasSuffix("]") {
        let name = line.dropFirst().dropLast().lowercased()
        // `[all]` ends every filter; another one replaces that of its kind, model or not.
        if name == "all" {
          filter = [:]
        } else {
          let isModel = name.hasPrefix("pi") || name.hasPrefix("cm")
          filter[isModel] = sections.contains(name)
        }
        endsInAll = filter.isEmpty
      }
      lines.append(Self.line(Data(bytes), line, applies: filter.values.allSatisfy { $0 }))
    }
  }

  private static func line(_ bytes: Data, _ text: String, applies: Bool) -> Line {
    let isComment = text.hasPrefix("#")
    let content = text.drop { $0 == "#" || $0 == " " }
    let sides = content.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let values =
      sides.count < 2
      ? [] : sides[1].split(separator: ",").map { $0.trimming { $0.isWhitespace } }
    return Line(
      bytes: bytes, applies: applies, isComment: isComment, key: String(sides[0]), values: values)
  }

  /// How the file has a setting: exactly, in a comment only, with another value, or not at all.
  enum State: Sendable, Hashable {
    case set
    case commented
    case different
    case absent
  }

  /// How the file has a setting for this model.
  func state(of setting: BootSetting) -> State {
    if let index = index(of: setting, commented: false) {
      return has(lines[index], setting) ? .set : .different
    }
    return index(of: setting, commented: true) == nil ? .absent : .commented
  }

  /// The last line that concerns a setting, since a later one wins.
  private func index(of setting: BootSetting, commented: Bool) -> Int? {
    lines.lastIndex { line in
      guard line.applies, line.isComment == commented else { return false }
      switch setting {
      case .parameter(let name, _):
        // `i2c` is another name of `i2c_arm`.
        let names = name == "i2c_arm" ? ["i2c_arm", "i2c"] : [name]
        return line.key == "dtparam"
          && line.values.contains { names.contains(String($0.prefix { $0 != "=" })) }
      case .sensor(let chip, _):
        return line.key == "dtoverlay" && line.values.first == "i2c-sensor"
          && line.values.contains(chip)
      }
    }
  }

  private func has(_ line: Line, _ setting: BootSetting) -> Bool {
    switch setting {
    case .parameter(let name, let value):
      let names = name == "i2c_arm" ? ["i2c_arm", "i2c"] : [name]
      let found = line.values.last { names.contains(String($0.prefix { $0 != "=" })) }
      let text = found.flatMap { $0.contains("=") ? $0.split(separator: "=").last : "on" }
      let isOn = ["on", "yes", "true", "1"].contains(text ?? "")
      return value == "on" ? isOn : text ?? "" == value
    case .sensor(_, let address):
      let given = line.values.last { $0.hasPrefix("addr=") }.map { $0.dropFirst(5) }
      let number = given.flatMap { text in
        text.hasPrefix("0x") ? UInt8(text.dropFirst(2), radix: 16) : UInt8(text)
      }
      return given == nil ? address == nil : number == address && number != nil
    }
  }

  /// Makes the file have a setting; nothing changes if it has it.
  ///
  /// A line that says otherwise is replaced, a comment that says the same loses its sign, and else a
  /// line is added at the end, for all models.
  mutating func add(_ setting: BootSetting) {
    if let index = index(of: setting, commented: false) {
      guard !has(lines[index], setting) else { return }
      replace(index, by: setting)
    } else if let index = index(of: setting, commented: true) {
      replace(index, by: setting)
    } else {
      append(setting)
    }
  }

  /// Adds a setting at the end, for all models.
  private mutating func append(_ setting: BootSetting) {
    for text in (endsInAll ? [] : ["[all]"]) + [setting.line] {
      lines.append(Self.line(Data(), text, applies: true))
      put(text, at: lines.count - 1)
    }
    endsInAll = true
    endsWithLineFeed = true
  }

  /// Puts a setting into the place of a line, which keeps what it says of other things.
  private mutating func replace(_ index: Int, by setting: BootSetting) {
    let line = lines[index]
    var values = line.values
    switch setting {
    case .parameter(let name, let value):
      let names = name == "i2c_arm" ? ["i2c_arm", "i2c"] : [name]
      values = values.map {
        names.contains(String($0.prefix { $0 != "=" })) ? "\(name)=\(value)" : $0
      }
    case .sensor(let chip, let address):
      // The address holds for every chip of the line.
      let others = values.dropFirst().filter { KnownChip.overlayParameters.contains($0) }
      if others.count > 1, !line.isComment {
        values.removeAll { $0 == chip }
        append(setting)
      } else {
        values.removeAll { $0.hasPrefix("addr=") }
        if let address { values.append("addr=" + BootSetting.text(address)) }
      }
    }
    put("\(line.key)=\(values.joined(separator: ","))", at: index)
  }

  private mutating func put(_ text: String, at index: Int) {
    // The file's own line ends.
    let isReturned = lines.first?.bytes.last == UInt8(ascii: "\r")
    lines[index] = Self.line(
      Data((text + (isReturned ? "\r" : "")).utf8), text, applies: lines[index].applies)
    isChanged = true
  }

  /// Whether it differs from the file.
  package private(set) var isChanged = false

  /// The file's content.
  package var data: Data {
    Data(lines.map(\.bytes).joined(separator: [UInt8(ascii: "\n")]))
      + (endsWithLineFeed && !lines.isEmpty ? Data("\n".utf8) : Data())
  }
}
