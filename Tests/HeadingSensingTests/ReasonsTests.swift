import HeadingSensing
import Testing

struct ReasonsTests {
  @Test func `every reason has one name, one bit and advice`() {
    let catalogue = Reasons.catalogue
    #expect(Set(catalogue.map(\.name)).count == catalogue.count)
    #expect(Set(catalogue.map(\.reason)).count == catalogue.count)
    for entry in catalogue {
      #expect(entry.reason.rawValue.nonzeroBitCount == 1)
      #expect(!entry.advice.isEmpty)
      #expect(entry.name.allSatisfy { $0.isLowercase || $0 == "_" }, "\(entry.name)")
      #expect(Reasons(names: [entry.name]) == entry.reason)
    }
    // No bit without a name: the bits are used from 0 on.
    let bits = catalogue.reduce(into: Reasons()) { $0.formUnion($1.reason) }.rawValue
    #expect(bits & (bits + 1) == 0)
  }

  @Test func `names make the round trip and unknown ones are ignored`() {
    let reasons: Reasons = [.disturbed, .uncalibrated, .noFix]
    #expect(Reasons(names: reasons.names) == reasons)
    #expect(Reasons(names: ["from_the_future", "disturbed", ""]) == .disturbed)
    #expect(reasons.names == ["no_fix", "uncalibrated", "disturbed"])
    #expect(reasons.advice.count == 3)
  }

  @Test func `a value is known or has its reasons`() {
    let known: Availability<Int> = Availability(3, else: .noFix)
    let missing: Availability<Int> = Availability(nil, else: [.noFix, .dateUnknown])
    #expect(known == .known(3) && known.reasons.isEmpty && !known.isMissing)
    #expect(missing.value == nil && missing.isMissing)
    #expect(missing.map { $0 * 2 } == .missing([.noFix, .dateUnknown]))
    #expect(known.map { $0 * 2 }.value == 6)
  }
}
