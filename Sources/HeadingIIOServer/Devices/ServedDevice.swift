/// A device of a served IIO context: its files in `/sys/bus/iio/devices`, as libiio presents them.
public struct ServedDevice: Sendable, Hashable {
  /// What triggers the samples of the device's buffer.
  public enum Triggering: Sendable, Hashable {
    /// The device has no buffer.
    case none

    /// Its own trigger, at its own sampling frequency.
    case own

    /// A trigger that must be set first; without one opening a buffer fails with -22.
    case external
  }

  /// The id, such as `iio:device0` or `trigger1`.
  public var id: String

  /// The driver's name for the chip; some devices have none.
  public var name: String?

  /// The firmware's label.
  public var label: String?

  /// Its channels; bit i of a channel mask is index i of this list.
  public var channels: [ServedChannel] = []

  /// Names of the attributes of the device itself; the files have the same names.
  public var attributes: [String] = []

  /// Names of the buffer's attributes; the files are `buffer/NAME`.
  public var bufferAttributes: [String] = []

  /// Names of the debug attributes; the files are `debug/NAME`.
  public var debugAttributes: [String] = []

  /// Every file by name.
  public var files: [String: ServedAttribute] = [:]

  /// What triggers a buffer's samples.
  public var triggering: Triggering = .none

  /// The id of the trigger that is set.
  public var trigger: String?

  /// Whether it is a trigger.
  public var isTrigger: Bool { id.hasPrefix("trigger") }

  /// Creates a device without channels and attributes.
  public init(id: String, name: String? = nil, label: String? = nil) {
    self.id = id
    self.name = name
    self.label = label
  }

  /// The number in a file, if there is one.
  package func number(_ file: String) -> Double? { files[file].flatMap { Double($0.text) } }

  /// The chip's sampling rate, Hz: the device's sampling frequency or that of one of its channels.
  ///
  /// `nil` for chips without the attribute, which measure on request.
  package var samplingFrequency: Double? {
    if let rate = number("sampling_frequency") { return rate }
    for channel in channels {
      if let file = channel.file("sampling_frequency"), let rate = number(file) { return rate }
    }
    return nil
  }

  /// Offsets of the enabled channels and length of a sample, bytes, in the kernel's layout.
  ///
  /// Each value is aligned to its own size, the sample to the largest one.
  func layout(ofChannels indices: [Int]) -> (places: [(channel: Int, offset: Int)], length: Int) {
    let scanned = indices.compactMap { index in channels[index].scan.map { (index, $0) } }
      .sorted { $0.1.index < $1.1.index }
    var places: [(channel: Int, offset: Int)] = []
    var length = 0
    var largest = 1
    for (index, element) in scanned {
      let bytes = element.format.bytes
      length = (length + bytes - 1) / bytes * bytes
      places.append((index, length))
      length += bytes
      largest = max(largest, bytes)
    }
    return (places, (length + largest - 1) / largest * largest)
  }
}
