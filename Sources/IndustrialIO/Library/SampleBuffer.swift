import CIIO
import Glibc

/// A running buffer, borrowed for the duration of a closure; stopped and destroyed at its end.
@safe struct SampleBuffer: ~Copyable {
  private let handle: OpaquePointer
  private let device: OpaquePointer
  private let title: String
  private let uri: String
  private let canceller: BufferCanceller

  init(
    _ handle: OpaquePointer, device: OpaquePointer, title: String, uri: String,
    canceller: BufferCanceller
  ) {
    unsafe self.handle = handle
    unsafe self.device = device
    self.title = title
    self.uri = uri
    self.canceller = canceller
    unsafe canceller.attach(handle)
  }

  deinit {
    canceller.detach()
    unsafe iio_buffer_destroy(handle)
  }

  /// Waits for the next block and copies it.
  ///
  /// - Parameters:
  ///   - block: Receives the bytes and their layout; its storage is reused.
  ///   - channels: Ids of the channels to locate in a sample, in this order.
  /// - Throws: ``IIOError``; ETIMEDOUT after a timeout, EBADF if the buffer has failed or is cancelled.
  func nextBlock(into block: inout SampleBlock, channels: [String]) throws(IIOError) {
    let length = unsafe iio_buffer_refill(handle)
    guard length >= 0 else {
      throw IIOError(.refillBuffer, .system(IIOError.errno(length)), uri: uri, device: title)
    }
    block.bytes.removeAll(keepingCapacity: true)
    block.offsets.removeAll(keepingCapacity: true)
    block.step = unsafe iio_buffer_step(handle)
    guard let start = unsafe iio_buffer_start(handle), let end = unsafe iio_buffer_end(handle),
      unsafe end > start, block.step > 0
    else { return }
    let bytes = unsafe UnsafeRawBufferPointer(start: start, count: end - start)
    unsafe block.bytes.append(contentsOf: bytes)
    for id in channels {
      // A server may send more channels than requested: the library knows the offsets.
      guard let channel = unsafe iio_device_find_channel(device, id, false),
        let first = unsafe iio_buffer_first(handle, channel), unsafe first < end
      else {
        block.offsets.append(-1)
        continue
      }
      block.offsets.append(unsafe first - start)
    }
  }
}
