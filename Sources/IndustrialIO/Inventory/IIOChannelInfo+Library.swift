import CIIO

extension IIOChannelInfo {
  /// Describes a channel of the library; no attribute is read.
  init(describing channel: OpaquePointer) {
    let names = (0..<(unsafe iio_channel_get_attrs_count(channel))).compactMap { index in
      unsafe SystemText.copy(iio_channel_get_attr(channel, index))
    }
    self.init(
      id: unsafe SystemText.copy(iio_channel_get_id(channel)) ?? "",
      isOutput: unsafe iio_channel_is_output(channel),
      attributes: names.map { name in
        IIOAttribute(
          name: name,
          file: unsafe SystemText.copy(iio_channel_attr_get_filename(channel, name)),
          value: .notRead)
      })
    guard unsafe iio_channel_is_scan_element(channel) else { return }
    let index = unsafe iio_channel_get_index(channel)
    guard index >= 0, let format = unsafe iio_channel_get_data_format(channel) else { return }
    scanIndex = index
    self.format = unsafe SampleFormat(
      storageBits: Int(format.pointee.length), realBits: Int(format.pointee.bits),
      shift: Int(format.pointee.shift), isSigned: format.pointee.is_signed,
      isBigEndian: format.pointee.is_be, repeats: Int(format.pointee.repeat))
  }
}
