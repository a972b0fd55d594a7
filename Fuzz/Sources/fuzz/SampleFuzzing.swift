import HeadingSensing

@testable import HeadingClock
@testable import IndustrialIO

/// What an IIO server answers to everything but the questions for its devices, byte for byte: texts, triggers,
/// buffers, samples.
///
/// The bytes 0xFF part what the connections get; each is the answers to all its requests.
enum SampleFuzzing {
  private static let ids = ["magn_x", "magn_y", "magn_z", "timestamp"]

  static func take(_ bytes: [UInt8]) {
    let answers = bytes.split(separator: 0xFF, maxSplits: 3, omittingEmptySubsequences: false)
    let uri = peer.answer(with: [[]] + answers.map { Array($0) }, isRaw: true)
    ReaderThread.blockPipeSignal()
    guard let context = try? IIOContext(uri: uri) else { return }
    try? context.setTimeout(seconds: 0.05)
    try? context.withDevice("iio:device0") { device throws(IIOError) in
      _ = try? device.trigger()
      _ = try? device.number("scale", channel: "magn_x")
      var clock = StreamClock(timing: .mapped, period: 0.01, samples: 4)
      try device.withBuffer(of: ids, samples: 4, canceller: BufferCanceller()) {
        buffer throws(IIOError) in
        var block = SampleBlock()
        for _ in 0..<3 {
          try buffer.nextBlock(into: &block, channels: ids)
          let stamp = device.channels.first { $0.id == "timestamp" }?.format
          let stamps = (0..<block.count).map { row in
            stamp.flatMap { block.value($0, channel: 3, row: row) } ?? 0
          }
          _ = clock.take(stamps: stamps, SystemClock().bootTime)
        }
      }
    }
  }

  private static let peer = RemotePeer()
}
