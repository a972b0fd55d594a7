// swift-tools-version: 6.2

import PackageDescription

// One program with all targets; $FUZZ_TARGET says which. Built with --sanitize=fuzzer by `make fuzz`.
let package = Package(
  name: "fuzz",
  dependencies: [
    .package(name: "headingd", path: ".."),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
  ],
  targets: [
    .executableTarget(
      name: "fuzz",
      dependencies: [
        .product(name: "HeadingDecoders", package: "headingd"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOWebSocket", package: "swift-nio"),
      ],
      swiftSettings: [.unsafeFlags(["-parse-as-library"])])
  ]
)
