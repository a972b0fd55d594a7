/// One channel of a served IIO device.
public struct ServedChannel: Sendable, Hashable {
  /// Position and format of the channel in a sample.
  public struct ScanElement: Sendable, Hashable {
    /// Scan index.
    public var index: Int
    /// Format of the value.
    public var format: ScanFormat

    /// Creates a scan element.
    package init(index: Int, format: ScanFormat) {
      self.index = index
      self.format = format
    }
  }

  /// An attribute's name and its file, which channels may share.
  public struct AttributeName: Sendable, Hashable {
    /// The name in the channel, such as `scale`.
    public var name: String
    /// The file in the device, such as `in_magn_scale`.
    public var file: String

    /// Creates a name.
    package init(name: String, file: String) {
      self.name = name
      self.file = file
    }
  }

  /// The id, such as `magn_x`, `pressure` or `timestamp`.
  public var id: String

  /// The channel's own name, which few have.
  public var name: String?

  /// Whether it is an output.
  public var isOutput = false

  /// Its scan element; `nil` if it is not buffered.
  public var scan: ScanElement?

  /// Its attributes, sorted by name.
  public var attributes: [AttributeName] = []

  /// Creates a channel without attributes.
  package init(id: String, name: String? = nil) {
    self.id = id
    self.name = name
  }

  /// The file of an attribute.
  package func file(_ attribute: String) -> String? {
    attributes.first { $0.name == attribute }?.file
  }
}
