// swift-tools-version: 6.2

import PackageDescription

// One program with all targets; $FUZZ_TARGET says which. Built with --sanitize=fuzzer by `make fuzz`.
let package = Package(
  name: "fuzz",
  dependencies: [.package(name: "headingd", path: "..")],
  targets: [
    .executableTarget(
      name: "fuzz",
      dependencies: [.product(name: "HeadingDecoders", package: "headingd")],
      swiftSettings: [.unsafeFlags(["-parse-as-library"])])
  ]
)
