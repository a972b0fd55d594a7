// Raw sockets of SocketCAN, whose address holds a union that Swift imports without names.
#include <errno.h>
#include <linux/can.h>
#include <linux/can/raw.h>
#include <net/if.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

// Opens a socket for the frames of an interface; returns it, or an errno as a negative number.
static inline int can_socket_open(const char *interface) {
  struct sockaddr_can address = {0};
  int file, error;
  address.can_family = AF_CAN;
  address.can_ifindex = (int)if_nametoindex(interface);
  if (!address.can_ifindex) return -errno;
  file = socket(PF_CAN, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, CAN_RAW);
  if (file < 0) return -errno;
  if (bind(file, (struct sockaddr *)&address, sizeof address) == 0) return file;
  error = errno;
  close(file);
  return -error;
}

// Leaves only the frames of some parameter groups (at most 16) to be received; returns 0, or an errno.
static inline int can_socket_filter(int file, const uint32_t *groups, uint32_t count) {
  struct can_filter filters[16];
  uint32_t index;
  if (count > 16) return EINVAL;
  for (index = 0; index < count; index++) {
    // The low byte of a group below 240 in its second byte is the destination.
    uint32_t mask = (groups[index] >> 8 & 0xFF) < 240 ? 0x3FF00 : 0x3FFFF;
    filters[index].can_id = groups[index] << 8 | CAN_EFF_FLAG;
    filters[index].can_mask = mask << 8 | CAN_EFF_FLAG | CAN_RTR_FLAG;
  }
  return setsockopt(file, SOL_CAN_RAW, CAN_RAW_FILTER, filters, count * sizeof *filters) ? errno : 0;
}

// Sends a frame with a 29-bit identifier; returns 0, or an errno.
static inline int can_socket_send(int file, uint32_t identifier, const uint8_t *bytes, uint8_t count) {
  struct can_frame frame = {0};
  frame.can_id = identifier | CAN_EFF_FLAG;
  frame.can_dlc = count;
  memcpy(frame.data, bytes, count);
  return write(file, &frame, sizeof frame) == sizeof frame ? 0 : errno;
}

// Receives a frame with a 29-bit identifier; returns its number of bytes, −1 for another frame, or an errno as a
// number below −1 (EAGAIN: there is none).
static inline int can_socket_receive(int file, uint32_t *identifier, uint8_t *bytes) {
  struct can_frame frame;
  ssize_t count = read(file, &frame, sizeof frame);
  if (count < 0) return errno == EPERM ? -EIO : -errno;
  if (count != sizeof frame || !(frame.can_id & CAN_EFF_FLAG) || frame.can_id & (CAN_RTR_FLAG | CAN_ERR_FLAG))
    return -1;
  *identifier = frame.can_id & CAN_EFF_MASK;
  memcpy(bytes, frame.data, frame.can_dlc > 8 ? 8 : frame.can_dlc);
  return frame.can_dlc > 8 ? 8 : frame.can_dlc;
}
