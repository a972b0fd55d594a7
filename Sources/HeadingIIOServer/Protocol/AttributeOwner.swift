/// Owner of an attribute.
enum AttributeOwner: Sendable, Hashable {
  case device
  case buffer
  case debug
  case channel(id: String, isOutput: Bool)
}
