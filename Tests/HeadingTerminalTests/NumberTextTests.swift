import Testing

@testable import HeadingTerminal

/// Numbers as people read them.
struct NumberTextTests {
  @Test(arguments: [
    (-0.0, 1, "0.0"), (-0.04, 1, "0.0"), (-0.05001, 1, "-0.1"), (-0.4, 0, "0"),
    (12.346, 2, "12.35"),
  ])
  func `a zero has no minus`(value: Double, decimals: Int, text: String) {
    #expect(NumberText.fixed(value, decimals) == text)
  }
}
