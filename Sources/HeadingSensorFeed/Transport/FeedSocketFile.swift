import Glibc
import Synchronization

/// The name of a feed's socket in the file system, and which file it is.
///
/// The files of this process are kept in a list that a signal's handler can follow: it may neither
/// allocate nor lock, and the list only grows, by a few bytes for each socket that is opened.
@safe
package struct FeedSocketFile: Sendable {
  @unsafe
  private struct Entry {
    let path: UnsafeMutablePointer<CChar>
    let device: dev_t
    let inode: ino_t
    var isOpen = true
    let next: UnsafeMutablePointer<Entry>?
  }

  private nonisolated(unsafe) static let newest = unsafe Atomic<UnsafeMutablePointer<Entry>?>(nil)

  private nonisolated(unsafe) let entry: UnsafeMutablePointer<Entry>

  /// Notes a socket that is bound; called for one at a time.
  init?(_ path: String, _ status: stat) {
    guard let copy = unsafe strdup(path) else { return nil }
    let next = unsafe Self.newest.load(ordering: .relaxed)
    if unsafe next == nil { atexit { FeedSocketFile.removeAll() } }
    unsafe entry = .allocate(capacity: 1)
    unsafe entry.initialize(
      to: Entry(path: copy, device: status.st_dev, inode: status.st_ino, next: next))
    unsafe Self.newest.store(entry, ordering: .releasing)
  }

  /// Removes the file, unless another program has taken the name since.
  func remove() { unsafe Self.remove(entry) }

  private static func remove(_ entry: UnsafeMutablePointer<Entry>) {
    guard unsafe entry.pointee.isOpen else { return }
    unsafe entry.pointee.isOpen = false
    var status = stat()
    if unsafe lstat(entry.pointee.path, &status) == 0,
      unsafe status.st_dev == entry.pointee.device, unsafe status.st_ino == entry.pointee.inode
    {
      unsafe unlink(entry.pointee.path)
    }
  }

  /// Removes the files of all open sockets, before this process ends without `exit`.
  package static func removeAll() {
    var next = unsafe newest.load(ordering: .acquiring)
    while let entry = unsafe next {
      unsafe remove(entry)
      unsafe next = entry.pointee.next
    }
  }

  /// Lets the signals that end this process remove the files first, for a program that does not
  /// handle them otherwise.
  package static func removeAtSignals() {
    for number in [SIGINT, SIGTERM, SIGHUP] {
      let former = signal(number) { number in
        FeedSocketFile.removeAll()
        signal(number, SIG_DFL)
        raise(number)
      }
      // As `nohup` wants it.
      if unsafe unsafeBitCast(former, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
        signal(number, SIG_IGN)
      }
    }
  }
}
