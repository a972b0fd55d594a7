import HeadingTesting
import Testing

@Test(
  .enabled(if: SharedData.isThere("data/geo"), "the shared folder beside the checkout is absent"))
func `the shared data can be read`() throws {
  #expect(try SharedData.text("data/geo/WMM2025.COF").hasPrefix("    2025.0"))
}
