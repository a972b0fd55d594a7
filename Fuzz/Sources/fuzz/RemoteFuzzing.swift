import HeadingGeometry
import HeadingSensing

@testable import IndustrialIO

/// What an IIO server on the network answers: a peer that gives the fuzzer's bytes for every answer.
///
/// The first line is put into a context's description, where names, scan formats and labels are ours to
/// understand; each further line answers one request. When they are used up the peer hangs up.
enum RemoteFuzzing {
  static func take(_ bytes: [UInt8]) {
    let lines = bytes.split(separator: 10, maxSplits: 64, omittingEmptySubsequences: false)
    formats(String(decoding: lines.first ?? [], as: UTF8.self))
    let uri = peer.answer(with: lines.map { Array($0) })
    guard let inventory = try? IIOInventory(reading: uri) else { return }
    let configuration = IIOConfiguration(uri: uri)
    let selection = IIOSelection(from: inventory, configuration: configuration)
    for kind in SensorKind.allCases { _ = selection.choice(for: kind) }
    for device in inventory.devices { _ = try? device.mountMatrix(type: "magn") }
  }

  /// Texts that need no peer.
  private static func formats(_ text: String) {
    _ = try? MountMatrix(kernelText: text)
    _ = try? MountMatrix(words: text)
    _ = RateList(text)
  }

  private static let peer = RemotePeer()
}
