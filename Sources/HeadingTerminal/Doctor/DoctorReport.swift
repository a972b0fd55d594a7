package import FoundationEssentials

/// `compass doctor --json`: the findings as one object.
package enum DoctorReport {
  /// The object as one line.
  package static func json(_ findings: [Finding]) throws -> Data {
    try JSONLineObject.data([
      "findings": findings.map { finding -> [String: Any] in
        var object: [String: Any] = [
          "state": finding.state.rawValue, "subject": finding.subject,
          "observation": finding.observation,
        ]
        if !finding.remedy.isEmpty { object["remedy"] = finding.remedy }
        if !finding.settings.isEmpty { object["config_txt"] = finding.settings.map(\.line) }
        return object
      },
      "usable": !findings.contains { $0.state == .bad },
    ])
  }
}
