@testable import HeadingOutputs
@testable import HeadingStorage

/// Configuration files.
enum ConfigurationFuzzing {
  static func take(_ bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self) else { return }
    do throws(ConfigurationError) {
      _ = try ServiceConfiguration(
        yaml: text, path: "fuzz.yaml", environment: [:], outputs: OutputKinds.all)
    } catch {
      guard !error.description.isEmpty else { fatalError("refused without a reason") }
    }
    _ = ServiceConfiguration.removingPlace(from: text)
  }
}
