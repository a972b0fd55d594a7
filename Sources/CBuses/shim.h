// The kernel's requests to I²C and SPI, whose structures and macros Swift does not import.
// Each function returns 0, or an errno.
#include <errno.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <linux/spi/spidev.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>

// Selects a chip; not by I2C_SLAVE_FORCE, so that one that a driver holds is refused by EBUSY.
// `transactions` tells whether the adapter does more than SMBus transfers.
static inline int buses_i2c_select(int file, uint8_t address, int *transactions) {
  unsigned long functions = 0;
  if (ioctl(file, I2C_SLAVE, (unsigned long)address) < 0) return errno;
  if (ioctl(file, I2C_FUNCS, &functions) < 0) return errno;
  *transactions = (functions & I2C_FUNC_I2C) != 0;
  return 0;
}

// One transaction: `written` bytes, and after a repeated start `read` bytes; either may be none.
static inline int buses_i2c_exchange(int file, uint8_t address, const uint8_t *output,
                                     uint16_t written, uint8_t *input, uint16_t read) {
  struct i2c_msg messages[2];
  struct i2c_rdwr_ioctl_data transfer = {messages, 0};
  if (written)
    messages[transfer.nmsgs++] = (struct i2c_msg){address, 0, written, (uint8_t *)output};
  if (read) messages[transfer.nmsgs++] = (struct i2c_msg){address, I2C_M_RD, read, input};
  return transfer.nmsgs && ioctl(file, I2C_RDWR, &transfer) < 0 ? errno : 0;
}

// An SMBus transfer of at most 32 consecutive registers with the chip at an address; a write of none sends the
// first byte alone. One register takes a byte transfer, which every SMBus adapter has.
static inline int buses_i2c_smbus(int file, uint8_t address, int is_read, uint8_t first,
                                  uint8_t *bytes, uint8_t count) {
  union i2c_smbus_data data = {0};
  struct i2c_smbus_ioctl_data request = {is_read ? I2C_SMBUS_READ : I2C_SMBUS_WRITE, first,
                                         I2C_SMBUS_I2C_BLOCK_DATA, &data};
  uint8_t *values = count == 1 ? &data.byte : data.block + 1;
  if (count > I2C_SMBUS_BLOCK_MAX) return EMSGSIZE;
  if (count == 0) request.size = I2C_SMBUS_BYTE;
  else if (count == 1) request.size = I2C_SMBUS_BYTE_DATA;
  else data.block[0] = count;
  if (!is_read) memcpy(values, bytes, count);
  if (ioctl(file, I2C_SLAVE, (unsigned long)address) < 0) return errno;
  if (ioctl(file, I2C_SMBUS, &request) < 0) return errno;
  if (is_read) memcpy(bytes, values, count);
  return 0;
}

// Sets mode 3 and the clock, Hz.
static inline int buses_spi_configure(int file, uint32_t frequency) {
  uint8_t mode = SPI_MODE_3;
  if (ioctl(file, SPI_IOC_WR_MODE, &mode) < 0) return errno;
  return ioctl(file, SPI_IOC_WR_MAX_SPEED_HZ, &frequency) < 0 ? errno : 0;
}

// One chip select: `written` bytes, then `read` bytes; either may be none.
static inline int buses_spi_exchange(int file, const uint8_t *output, uint32_t written,
                                     uint8_t *input, uint32_t read) {
  struct spi_ioc_transfer transfers[2];
  int count = 0, result;
  memset(transfers, 0, sizeof transfers);
  if (written) {
    transfers[count].tx_buf = (uintptr_t)output;
    transfers[count++].len = written;
  }
  if (read) {
    transfers[count].rx_buf = (uintptr_t)input;
    transfers[count++].len = read;
  }
  if (!count) return 0;
  result = count == 2 ? ioctl(file, SPI_IOC_MESSAGE(2), transfers)
                      : ioctl(file, SPI_IOC_MESSAGE(1), transfers);
  return result < 0 ? errno : 0;
}
