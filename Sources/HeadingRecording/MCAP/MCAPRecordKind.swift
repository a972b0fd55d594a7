/// The supported MCAP records; others are skipped.
enum MCAPRecordKind: UInt8 {
  case header = 0x01
  case footer = 0x02
  case schema = 0x03
  case channel = 0x04
  case message = 0x05
  case chunk = 0x06
  case dataEnd = 0x0F
}
