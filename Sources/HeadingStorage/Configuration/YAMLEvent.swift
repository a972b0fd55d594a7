import CYAML

/// An event of libyaml's parser.
struct YAMLEvent {
  /// What the parser found.
  enum Kind: Equatable {
    case scalar(String, isPlain: Bool)
    case alias
    case sequence
    case mapping
    /// The end of a sequence or mapping.
    case close
    /// The end of the text.
    case end
    /// The beginning of the text, and beginning and end of a document.
    case other
  }

  /// What it is.
  let kind: Kind

  /// Name of the anchor that it has or, for an alias, names.
  let anchor: String?

  /// Line, from 1.
  let line: Int

  /// Column in characters, from 1.
  let column: Int

  /// Copies an event.
  init(_ event: yaml_event_t) {
    line = unsafe Int(event.start_mark.line) + 1
    column = unsafe Int(event.start_mark.column) + 1
    let name: UnsafeMutablePointer<yaml_char_t>?
    switch unsafe event.type {
    case YAML_SCALAR_EVENT:
      let scalar = unsafe event.data.scalar
      // A scalar may contain zero bytes.
      let text = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      kind = unsafe .scalar(
        String(decoding: text, as: UTF8.self), isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE)
      unsafe name = scalar.anchor
    case YAML_ALIAS_EVENT:
      kind = .alias
      unsafe name = event.data.alias.anchor
    case YAML_SEQUENCE_START_EVENT:
      kind = .sequence
      unsafe name = event.data.sequence_start.anchor
    case YAML_MAPPING_START_EVENT:
      kind = .mapping
      unsafe name = event.data.mapping_start.anchor
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
      kind = .close
      unsafe name = nil
    case YAML_STREAM_END_EVENT:
      kind = .end
      unsafe name = nil
    default:
      kind = .other
      unsafe name = nil
    }
    anchor = unsafe name.map { unsafe String(cString: $0) }
  }

  /// An error at this event.
  func error(_ problem: String) -> YAMLError {
    YAMLError(problem: problem, position: (line, column))
  }
}
