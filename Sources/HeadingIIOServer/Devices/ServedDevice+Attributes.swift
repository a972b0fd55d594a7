extension ServedDevice {
  /// Names and files of an owner's attributes, in order.
  func attributes(
    of owner: AttributeOwner
  ) throws(RemoteError) -> [ServedChannel.AttributeName] {
    func named(_ names: [String], in folder: String) -> [ServedChannel.AttributeName] {
      names.map { ServedChannel.AttributeName(name: $0, file: folder + $0) }
    }
    switch owner {
    case .device: return named(attributes, in: "")
    case .buffer: return named(bufferAttributes, in: "buffer/")
    case .debug: return named(debugAttributes, in: "debug/")
    case .channel(let id, let isOutput):
      guard
        let channel = channels.first(where: {
          ($0.id == id || $0.name == id) && $0.isOutput == isOutput
        })
      else { throw .noSuchChannel }
      return channel.attributes
    }
  }

  /// The file of an attribute.
  func file(_ name: String, of owner: AttributeOwner) throws(RemoteError) -> String {
    guard let file = try attributes(of: owner).first(where: { $0.name == name })?.file
    else { throw .noSuchAttribute }
    return file
  }

  /// The text that a driver stores when another is written into a file.
  package func accepted(_ text: String, for file: String) throws(RemoteError) -> String {
    guard let attribute = files[file] else { throw .noSuchAttribute }
    switch attribute.rule {
    case .constant, .raw, .input: throw .accessDenied
    case .refused(let number): throw RemoteError(rawValue: number) ?? .inputOutput
    case .any: return text
    case .word(let words):
      guard words.contains(text) else { throw .invalid }
      return text
    case .number:
      guard let number = Double(text), number > 0 || attribute.text.first == "0",
        abs(number) < 1e9
      else { throw .invalid }
      return DecimalText.fixed(number, decimals: DecimalText.decimals(of: attribute.text))
    case .choice(let list):
      let listed = (files[list]?.text ?? "").split(separator: " ")
      guard let number = Double(text),
        let choice = listed.first(where: { abs((Double($0) ?? .nan) - number) < 5e-10 }),
        let value = Double(choice)
      else { throw .invalid }
      return DecimalText.fixed(value, decimals: DecimalText.decimals(of: attribute.text))
    }
  }
}
