import FoundationEssentials
package import HeadingAuthorization
import HeadingRuntime
package import HeadingStorage

extension ServiceConfiguration {
  /// Finds what is wrong with the files that `listen.tcp` and `http` name.
  ///
  /// - Parameter path: The configuration's name, for messages.
  /// - Returns: The first problem of each section, with its position in the configuration.
  package func credentialProblems(path: String) -> [ConfigurationProblem] {
    protections.compactMap { section, files in
      do throws(RemoteCredentials.Problem) {
        _ = try RemoteCredentials(files, section: section)
        return nil
      } catch {
        return problem(error.key, error.message, path: path)
      }
    }
  }

  /// The ports for other machines, by section.
  private var protections: [(section: String, files: RemoteConfiguration.Protection)] {
    [("listen.tcp", listen.tcp?.protection), ("http", web?.files)].compactMap { section, files in
      files.map { (section, $0) }
    }
  }

  /// Finds names that this machine does not know: users, groups, folders of sockets, files of outputs.
  ///
  /// They are no errors, because the file may be for another machine, and a folder of /run exists only
  /// while its service runs. The lookup may block for half a minute.
  ///
  /// - Parameters:
  ///   - path: The file's name, for messages.
  ///   - accounts: The users and groups of the machine.
  /// - Returns: What is not known and what follows, with its position in the file.
  package func doubts(
    path: String, accounts: AccountDirectory = .system
  ) -> [ConfigurationProblem] {
    var doubts: [ConfigurationProblem] = []
    func doubt(_ key: String, _ message: String) {
      doubts.append(problem(key, message, path: path))
    }
    for (key, socket) in [("feed.socket", feed.socket), ("listen.socket", listen.socket)] {
      guard let socket, origins[key] != nil else { continue }
      let folder = URL(fileURLWithPath: socket).deletingLastPathComponent().path
      if !FileManager.default.fileExists(atPath: folder) {
        doubt(key, "the folder \(folder) does not exist now; without it headingd does not start")
      }
    }
    if let text = mavlink.doubt { doubt("mavlink.signing.key_file", text) }
    for output in outputs {
      let key = "outputs.\(type(of: output.configuration).key)"
      for text in output.configuration.doubts { doubt(key, text) }
    }
    if let group = feed.group, accounts.group(group) == nil {
      doubt("feed.group", "there is no group '\(group)': only headingd's own user can feed it")
    }
    if let group = listen.group, UInt32(group) == nil, accounts.group(group) == nil {
      doubt("listen.group", "there is no group '\(group)': only headingd's own user may connect")
    }
    for (section, files) in protections {
      for problem in RemoteCredentials.doubts(files, section: section) {
        doubt(problem.key, problem.message)
      }
    }
    for (key, peers) in [
      ("control", access.control), ("full", access.full), ("reduced", access.reduced),
      ("heading", access.heading),
    ] {
      for peer in peers ?? [] {
        switch AccessPolicy.Peer(peer) {
        case .user(let name) where UInt32(name) == nil && accounts.user(name) == nil:
          doubt("access.\(key)", "there is no user '\(name)': the entry gives nobody access")
        case .group(let name) where UInt32(name) == nil && accounts.group(name) == nil:
          doubt("access.\(key)", "there is no group '\(name)': the entry gives nobody access")
        default: break
        }
      }
    }
    return doubts
  }
}
