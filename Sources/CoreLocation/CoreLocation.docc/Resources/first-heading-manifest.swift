// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "FirstHeading",
  dependencies: [
    // A clone of headingd beside this package.
    .package(path: "../headingd", traits: [])
  ],
  targets: [
    .executableTarget(
      name: "FirstHeading",
      dependencies: [.product(name: "CoreLocation", package: "headingd")])
  ]
)
