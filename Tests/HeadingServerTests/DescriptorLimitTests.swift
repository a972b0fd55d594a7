import Testing

@testable import HeadingServer

struct DescriptorLimitTests {
  @Test(arguments: [(1024, 896), (4096, 3968), (257, 129), (256, 64), (8, 2), (0, 1)])
  func `clients leave file descriptors for the daemon's own files`(limit: UInt, clients: Int) {
    #expect(DescriptorLimit.clients(of: limit) == clients)
  }

  @Test func `one user's connections leave room for others'`() {
    var settings = ServerSettings(socketPath: nil)
    #expect(settings.maximumPerUser == 192)
    settings.maximumSubscribers = 1
    #expect(settings.maximumPerUser == 1)
  }
}
