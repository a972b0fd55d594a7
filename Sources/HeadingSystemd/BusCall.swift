import CSystemd

/// A call of a method that has arrived; it is answered once.
@safe
package final class BusCall {
  /// The object.
  package let path: String
  /// The interface; empty if the caller named none.
  package let interface: String
  /// The method.
  package let member: String
  /// The caller's unique name.
  package let sender: String
  /// What the message begins with.
  package let body: MessageBus.Body

  let message: OpaquePointer

  /// Keeps a message.
  init(_ message: OpaquePointer) {
    unsafe self.message = sd_bus_message_ref(message)
    unsafe path = MessageBus.text(sd_bus_message_get_path(message))
    unsafe interface = MessageBus.text(sd_bus_message_get_interface(message))
    unsafe member = MessageBus.text(sd_bus_message_get_member(message))
    unsafe sender = MessageBus.text(sd_bus_message_get_sender(message))
    unsafe body = MessageBus.body(of: message)
  }

  deinit { unsafe sd_bus_message_unref(message) }
}
