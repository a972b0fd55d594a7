import ArgumentParser

/// `compass profiles`: manages stored calibration profiles.
struct Profiles: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List, show, compare and select the stored calibration profiles.",
    discussion: """
      A profile is named by its SENSOR (the one in use), SENSOR:REVISION, a REVISION alone (its number or
      the first digits of its checksum) where only one sensor has profiles, or the path of a file.

      EXAMPLES
        compass profiles list
        compass profiles show
        compass profiles diff 2 3
        compass profiles rollback
        compass profiles export lsm9ds1_magn@1-001e --output hat.json
        compass profiles import hat.json
      """,
    subcommands: [
      ListProfiles.self, ShowProfile.self, DiffProfiles.self, UseProfile.self,
      RollbackProfile.self, ExportProfile.self, ImportProfile.self,
    ],
    defaultSubcommand: ListProfiles.self)
}
