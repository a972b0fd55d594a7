/// The supported MCAP records.
///
/// The reader skips others, and the indexes.
enum MCAPRecordKind: UInt8 {
  case header = 0x01
  case footer = 0x02
  case schema = 0x03
  case channel = 0x04
  case message = 0x05
  case chunk = 0x06
  case messageIndex = 0x07
  case chunkIndex = 0x08
  case statistics = 0x0B
  case summaryOffset = 0x0E
  case dataEnd = 0x0F
}
