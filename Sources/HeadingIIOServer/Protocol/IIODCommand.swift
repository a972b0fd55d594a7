/// A command of iiod's text protocol.
enum IIODCommand: Sendable, Hashable {
  case version
  case print
  case help
  case exit
  case timeout(milliseconds: Int)
  case open(device: String, samples: Int, mask: String, isCyclic: Bool)
  case close(device: String)
  case read(device: String, owner: AttributeOwner, attribute: String?)
  case write(device: String, owner: AttributeOwner, attribute: String?, bytes: Int)
  case readBuffer(device: String, bytes: Int)
  case writeBuffer
  case getTrigger(device: String)
  case setTrigger(device: String, trigger: String?)
  case setBuffersCount(device: String, count: Int)

  /// Parses a line without its end; `nil` if it is not a command of the text protocol of libiio
  /// 0.24.
  ///
  /// ZPRINT and the binary protocol of later versions are refused, so that clients fall back.
  init?(line: some StringProtocol) {
    let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).map { String($0) }
    guard let verb = words.first?.uppercased() else { return nil }
    switch (verb, words.count) {
    case ("VERSION", 1): self = .version
    case ("PRINT", 1): self = .print
    case ("HELP", 1): self = .help
    case ("EXIT", 1): self = .exit
    case ("TIMEOUT", 2):
      guard let value = Int(words[1]), value >= 0 else { return nil }
      self = .timeout(milliseconds: value)
    case ("OPEN", 4), ("OPEN", 5):
      guard let samples = Int(words[2]), words.count == 4 || words[4].uppercased() == "CYCLIC"
      else { return nil }
      self = .open(
        device: words[1], samples: samples, mask: words[3], isCyclic: words.count == 5)
    case ("CLOSE", 2): self = .close(device: words[1])
    case ("READBUF", 3):
      guard let bytes = Int(words[2]), bytes >= 0 else { return nil }
      self = .readBuffer(device: words[1], bytes: bytes)
    case ("WRITEBUF", 3): self = .writeBuffer
    case ("GETTRIG", 2): self = .getTrigger(device: words[1])
    case ("SETTRIG", 2), ("SETTRIG", 3):
      self = .setTrigger(device: words[1], trigger: words.count == 3 ? words[2] : nil)
    case ("SET", 4):
      guard words[2].uppercased() == "BUFFERS_COUNT", let count = Int(words[3]), count > 0
      else { return nil }
      self = .setBuffersCount(device: words[1], count: count)
    case ("READ", 2...5):
      guard let (owner, rest) = Self.owner(words.dropFirst(2)), rest.count <= 1 else { return nil }
      self = .read(device: words[1], owner: owner, attribute: rest.first)
    case ("WRITE", 3...6):
      guard let (owner, rest) = Self.owner(words.dropFirst(2)), (1...2).contains(rest.count),
        let bytes = rest.last.flatMap({ Int($0) }), bytes >= 0
      else { return nil }
      self = .write(
        device: words[1], owner: owner, attribute: rest.count == 2 ? rest.first : nil,
        bytes: bytes)
    default: return nil
    }
  }

  /// The owner of an attribute, and the remaining words.
  private static func owner(
    _ words: ArraySlice<String>
  ) -> (owner: AttributeOwner, rest: ArraySlice<String>)? {
    switch words.first?.uppercased() {
    case "DEBUG": return (.debug, words.dropFirst())
    case "BUFFER": return (.buffer, words.dropFirst())
    case "INPUT", "OUTPUT":
      guard let id = words.dropFirst().first else { return nil }
      let isOutput = words.first?.uppercased() == "OUTPUT"
      return (.channel(id: id, isOutput: isOutput), words.dropFirst(2))
    default: return (.device, words)
    }
  }

  /// The response to HELP.
  static let helpText = """
    Available commands:

    \tHELP
    \t\tPrint this help message
    \tEXIT
    \t\tClose the current session
    \tPRINT
    \t\tDisplays a XML string corresponding to the current IIO context
    \tVERSION
    \t\tGet the version of libiio in use
    \tTIMEOUT <timeout_ms>
    \t\tSet the timeout (in ms) for I/O operations
    \tOPEN <device> <samples_count> <mask> [CYCLIC]
    \t\tOpen the specified device with the given mask of channels
    \tCLOSE <device>
    \t\tClose the specified device
    \tREAD <device> DEBUG|BUFFER|[INPUT|OUTPUT <channel>] [<attribute>]
    \t\tRead the value of an attribute
    \tWRITE <device> DEBUG|BUFFER|[INPUT|OUTPUT <channel>] [<attribute>] <bytes_count>
    \t\tSet the value of an attribute
    \tREADBUF <device> <bytes_count>
    \t\tRead raw data from the specified device
    \tGETTRIG <device>
    \t\tGet the name of the trigger used by the specified device
    \tSETTRIG <device> [<trigger>]
    \t\tSet the trigger to use for the specified device
    \tSET <device> BUFFERS_COUNT <count>
    \t\tSet the number of kernel buffers for the specified device

    """
}
