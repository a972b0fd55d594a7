import Foundation

/// What takes bytes from outside.
enum Target: String, CaseIterable {
  case requests, lines, gpsd, iiod, samples, profiles, configuration, csv, mcap, decisions, watches
  case lists, feed, mavlink, nmea2000, http

  /// The one that $FUZZ_TARGET names.
  static let chosen: Target = {
    let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
    guard let target = Target(rawValue: name) else {
      print("FUZZ_TARGET is one of \(allCases.map(\.rawValue).joined(separator: ", "))")
      exit(64)
    }
    return target
  }()

  func take(_ bytes: [UInt8]) {
    switch self {
    case .requests: RequestFuzzing.take(bytes)
    case .lines: LineFuzzing.take(bytes)
    case .gpsd: ReceiverFuzzing.take(bytes)
    case .iiod: RemoteFuzzing.take(bytes)
    case .samples: SampleFuzzing.take(bytes)
    case .profiles: ProfileFuzzing.take(bytes)
    case .configuration: ConfigurationFuzzing.take(bytes)
    case .csv: RecordingFuzzing.table(bytes)
    case .mcap: RecordingFuzzing.container(bytes)
    case .decisions: AuthorizationFuzzing.decisions(bytes)
    case .watches: AuthorizationFuzzing.watches(bytes)
    case .feed: FeedFuzzing.take(bytes)
    case .mavlink: MAVLinkFuzzing.take(bytes)
    case .nmea2000: NMEA2000Fuzzing.take(bytes)
    case .http: HTTPFuzzing.take(bytes)
    case .lists: AuthorizationFuzzing.lists(bytes)
    }
  }
}

/// What libFuzzer calls.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  Target.chosen.take(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}
