import HeadingChips

// What a chip is, before anything is written to it.
extension BusWorker {
  /// Reads the identity registers of a chip, and unless the user names it those of the neighbour by
  /// which its model is told.
  func identify(_ type: any ChipDriver.Type, at place: ChipPlace) throws(ChipError) {
    guard !type.model.identities.isEmpty, port.kind != .serial else { return }
    try type.model.check(
      Registers(
        try connect(address: place.address, bitRate: 0), addressing: type.model.addressing))
    guard let neighbour = type.model.neighbour, !settings.names(type, at: place) else { return }
    do throws(ChipError) {
      try neighbour.check(Registers(try connect(address: neighbour.address, bitRate: 0)))
    } catch {
      switch error {
      // What a driver of the kernel holds cannot be asked, and is taken for the neighbour.
      case .bus(.busy): return
      case .bus(.notAcknowledged): throw .wrongIdentity("of another chip")
      // Another error of the bus decides nothing: the next search does.
      default: throw error
      }
    }
  }
}
