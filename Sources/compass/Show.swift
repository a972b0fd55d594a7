import ArgumentParser

struct Show: AsyncParsableCommand {
  func run() async throws {}
}
