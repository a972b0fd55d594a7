import HeadingChips
import HeadingGeometry
import HeadingIIOServer
import HeadingProtocol
import Synchronization

/// The IIO devices of all chips: what the bus threads write and the clients read.
///
/// A device keeps its index and id while the bridge runs; one whose chip is gone is left out of new
/// contexts, and its files and buffers fail with ENODEV.
final class ChipDevices: Sendable {
  /// A device and its latest state.
  struct Slot {
    let key: String
    var place: ChipPlace
    var isPresent: Bool
    var chip: ChipDevice
    /// The counts of the last sample.
    var latest: ChipSample?
    /// Boottime at which it arrived, ns.
    var arrival: Int64 = 0
    /// Requested changes that the bus thread has not made.
    var settings: [ChipSetting] = []

    /// Age at which the last sample is no measurement of the present, ns.
    var patience: Int64 { Int64(max(1, 10 / max(chip.rate, 0.01)) * 1e9) }
  }

  /// A buffer of a client.
  struct OpenBuffer {
    let request: BufferRequest
    let capacity: Int
    var samples: [ChipSample] = []
  }

  struct State {
    var slots: [Slot] = []
    var devices: [ServedDevice] = []
    var buffers: [Int: OpenBuffer] = [:]
    var lastBuffer = 0
    /// Number of changes of the list of present devices.
    var revision = 0

    /// Changes the buffers of a device in place: a copy of thousands of samples would take long.
    mutating func changeBuffers(of device: Int, _ change: (inout OpenBuffer) -> Void) {
      var place = buffers.startIndex
      while place != buffers.endIndex {
        if buffers.values[place].request.device == device { change(&buffers.values[place]) }
        buffers.formIndex(after: &place)
      }
    }

    /// Drops the samples that wait: they are older than a change of their device.
    mutating func emptyBuffers(of device: Int) { changeBuffers(of: device) { $0.samples = [] } }
  }

  /// Number of the first device: far above the kernel's, so that ids differ in all contexts of a
  /// machine.
  static let firstNumber = 1000

  /// Largest number of devices, absent ones included.
  static let maximumDevices = 256

  /// Largest number of samples that wait in a buffer.
  static let maximumSamples = 4096

  let state = Mutex(State())

  /// The revision after each change of the list of present devices; for one reader.
  let changes: AsyncStream<Int>
  private let change: AsyncStream<Int>.Continuation

  init() {
    (changes, change) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))
  }

  /// Number of changes of the list of present devices.
  var revision: Int { state.withLock { $0.revision } }

  // MARK: - Bus threads

  /// Adds the devices of a chip, or brings them back; returns their indices.
  ///
  /// - Parameters:
  ///   - chips: The devices.
  ///   - axes: Rotation from the axes of the chip's package to those of the board.
  ///   - place: Where the chip is.
  /// - Returns: An index for each device; `nil` for one too many.
  func add(_ chips: [ChipDevice], axes: Matrix3, at place: ChipPlace) -> [Int?] {
    changing { state in
      chips.map { chip in
        let label = "\(chip.name)@\(place)"
        let known = state.slots.firstIndex { $0.key == label }
        let index = known ?? state.slots.count
        guard index < Self.maximumDevices else { return nil }
        var device = ServedDevice(
          id: "iio:device\(Self.firstNumber + index)", chip: chip, axes: axes * chip.axes,
          label: label)
        var slot = Slot(key: label, place: place, isPresent: true, chip: chip)
        if known == nil {
          state.slots.append(slot)
          state.devices.append(device)
          state.revision += 1
        } else {
          if !state.slots[index].isPresent { state.revision += 1 }
          slot.settings = state.slots[index].settings
          // Clients that are still connected chose the clock.
          let clock = state.devices[index].files["current_timestamp_clock"]
          device.files["current_timestamp_clock"] = clock
          state.slots[index] = slot
          state.devices[index] = device
          // Samples from before a reset have the scale of then.
          state.emptyBuffers(of: index)
        }
        return index
      }
    }
  }

  /// Takes devices away.
  func remove(_ indices: [Int?]) {
    changing { state in
      for case let index? in indices {
        if state.slots[index].isPresent { state.revision += 1 }
        state.slots[index].isPresent = false
        state.slots[index].settings = []
        state.emptyBuffers(of: index)
      }
    }
  }

  /// Changes the list of devices, and tells if it did.
  private func changing<Result: Sendable>(
    _ body: (inout sending State) -> sending Result
  ) -> Result {
    let (result, revision) = state.withLock { state in
      let before = state.revision
      let result = body(&state)
      return (result, state.revision == before ? nil : state.revision)
    }
    if let revision { change.yield(revision) }
    return result
  }

  /// The rate and scales of a device as clients see them.
  func chip(of index: Int) -> ChipDevice { state.withLock { $0.slots[index].chip } }

  /// The requested changes of a device.
  func settings(of index: Int) -> [ChipSetting] { state.withLock { $0.slots[index].settings } }

  /// Ends the requested changes of a device, whose rate and scales are now these.
  ///
  /// Samples that wait have the old scale and are dropped.
  func settled(_ done: [ChipSetting], of index: Int, now chip: ChipDevice) {
    state.withLock { state in
      state.slots[index].settings.removeAll { done.contains($0) }
      state.slots[index].chip = chip
      guard state.slots[index].settings.isEmpty else { return }
      state.devices[index].update(chip)
      state.slots[index].latest = nil
      state.emptyBuffers(of: index)
    }
  }

  /// Adds samples; `indices` are those of the chip's devices.
  func push(_ samples: [ChipSample], _ indices: [Int?], at now: Int64) {
    state.withLock { state in
      for sample in samples {
        guard indices.indices.contains(sample.device), let index = indices[sample.device],
          state.slots[index].settings.isEmpty
        else { continue }
        state.slots[index].latest = sample
        state.slots[index].arrival = now
        state.changeBuffers(of: index) { buffer in
          if buffer.samples.count < buffer.capacity { buffer.samples.append(sample) }
        }
      }
    }
  }
}
