// Measures a running headingd from outside.
//   reader latency SOCKET REFILLS SECONDS    refill of the gyroscope's buffer -> line readable
//   reader pipe HZ SECONDS                   a byte through a bare pipe between two threads
//   reader many SOCKET COUNT HZ SECONDS      COUNT subscribers at HZ each: lines, gaps, disconnections
//   reader flood SOCKET PERSECOND SECONDS    random and mutated messages; 0 a second for a quiet run
// latency and flood print the percentiles of a well-behaved subscriber.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

static long long now_of(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return t.tv_sec * 1000000000LL + t.tv_nsec;
}
static long long now(void) { return now_of(CLOCK_MONOTONIC); }

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static int open_socket(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path, path, sizeof address.sun_path - 1);
  int s = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (s < 0) return -1;
  if (connect(s, (struct sockaddr *)&address, sizeof address) != 0) {
    close(s);
    return -1;
  }
  return s;
}

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

static void percentiles(const char *name, double *values, long count) {
  if (count == 0) {
    printf("%s: nothing came\n", name);
    return;
  }
  qsort(values, count, sizeof *values, compare);
  printf("%s: n %ld  p50 %.3f  p99 %.3f  p99.9 %.3f  max %.3f ms\n", name, count,
         values[count / 2], values[count * 99 / 100], values[count * 999 / 1000], values[count - 1]);
  fflush(stdout);
}

#define MOST 400000

// --- latency

static void latency(const char *path, const char *refills, double seconds) {
  int file = open(refills, O_RDWR | O_CREAT, 0600);
  if (file < 0 || ftruncate(file, 4096) != 0) fail(refills);
  _Atomic long long *moment = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (moment == MAP_FAILED) fail("mmap");
  int s = open_socket(path);
  if (s < 0) fail(path);
  static double values[MOST];
  long count = 0, lines = 0;
  static char buffer[1 << 16];
  long long start = now(), last = 0;
  while (now() < start + seconds * 1e9) {
    struct pollfd p = {.fd = s, .events = POLLIN};
    if (poll(&p, 1, 1000) <= 0) continue;
    long long arrival = now();
    long long refill = atomic_load(moment);
    ssize_t got = read(s, buffer, sizeof buffer);
    if (got <= 0) fail("the daemon hung up");
    for (ssize_t i = 0; i < got; i++) lines += buffer[i] == '\n';
    // The first line of a refill; lines received with it were made at the same time.
    if (refill > start && refill != last && refill <= arrival && count < MOST)
      values[count++] = (arrival - refill) * 1e-6;
    last = refill;
  }
  printf("%.0f lines a second, ", lines / seconds);
  percentiles("refill to line", values, count);
}

// --- pipe

static int ends[2];
static double pipe_hz, pipe_seconds;

static void *beat(void *unused) {
  (void)unused;
  long long next = now(), end = next + pipe_seconds * 1e9;
  while (next < end) {
    next += 1e9 / pipe_hz;
    struct timespec until = {next / 1000000000LL, next % 1000000000LL};
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
    long long t = now();
    if (write(ends[1], &t, sizeof t) != sizeof t) break;
  }
  close(ends[1]);
  return NULL;
}

static void bare_pipe(double hz, double seconds) {
  pipe_hz = hz;
  pipe_seconds = seconds;
  if (pipe(ends) != 0) fail("pipe");
  pthread_t thread;
  pthread_create(&thread, NULL, beat, NULL);
  static double values[MOST];
  long count = 0;
  long long t;
  while (read(ends[0], &t, sizeof t) == sizeof t)
    if (count < MOST) values[count++] = (now() - t) * 1e-6;
  percentiles("bare pipe", values, count);
}

// --- many

static void many(const char *path, int wanted, double hz, double seconds) {
  struct rlimit limit = {65536, 65536};
  setrlimit(RLIMIT_NOFILE, &limit);
  int poller = epoll_create1(EPOLL_CLOEXEC);
  long long *bytes = calloc(wanted, sizeof *bytes), *lines = calloc(wanted, sizeof *lines);
  int open_count = 0;
  char request[128];
  int length = snprintf(request, sizeof request, "{\"class\":\"request\",\"rate\":%g}\n", hz);
  for (int i = 0; i < wanted; i++) {
    int s = open_socket(path);
    if (s < 0 || write(s, request, length) != length) fail("connecting");
    fcntl(s, F_SETFL, O_NONBLOCK);
    struct epoll_event event = {.events = EPOLLIN, .data.u64 = ((unsigned long long)i << 32) | s};
    epoll_ctl(poller, EPOLL_CTL_ADD, s, &event);
    open_count++;
  }
  static char buffer[1 << 18];
  static double values[MOST];
  long count = 0, missed = 0;
  int cut = 0;
  long long start = 0, begun = now();
  while (now() < begun + (seconds + 2) * 1e9) {
    if (!start && now() > begun + 2e9) {  // the connecting is over
      start = now();
      memset(lines, 0, wanted * sizeof *lines);
    }
    struct epoll_event events[256];
    int ready = epoll_wait(poller, events, 256, 100);
    for (int e = 0; e < ready; e++) {
      int s = (int)events[e].data.u64, index = events[e].data.u64 >> 32;
      ssize_t got = read(s, buffer, sizeof buffer - 1);
      if (got <= 0) {
        if (got < 0 && errno == EAGAIN) continue;
        close(s);
        cut++;
        continue;
      }
      bytes[index] += got;
      buffer[got] = 0;
      for (char *c = buffer; (c = memchr(c, '\n', buffer + got - c)); c++) lines[index]++;
      if (!start) continue;
      char *at = strstr(buffer, "{\"class\":\"missed\",\"count\":");
      if (at) missed += strtol(at + 26, NULL, 10);
      at = strstr(buffer, "\"latency\":");
      if (at && index % 50 == 0 && count < MOST) values[count++] = strtod(at + 10, NULL) * 1e3;
    }
  }
  double least = 1e9, most = 0, all = 0;
  for (int i = 0; i < wanted; i++) {
    double rate = lines[i] / seconds;
    all += rate;
    if (rate < least) least = rate;
    if (rate > most) most = rate;
  }
  printf("%d subscribers, %d cut off: %.1f lines a second each (least %.1f, most %.1f), missed %ld\n",
         open_count, cut, all / wanted, least, most, missed);
  percentiles("engine's latency, sample to update", values, count);
}

// --- flood

#define FLOODERS 4
#define CONNECTIONS 8

static const char *flood_path;
static double flood_rate, flood_seconds;
static _Atomic long sent_messages, cut_connections;

static int open_at_once(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path, path, sizeof address.sun_path - 1);
  int s = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (s < 0) return -1;
  // The listen queue is full: another attempt follows.
  if (connect(s, (struct sockaddr *)&address, sizeof address) != 0) {
    close(s);
    return -1;
  }
  return s;
}

static size_t nasty(char message[512], unsigned *seed) {
  static const char *seeds[] = {
      "{\"class\":\"request\",\"rate\":5}\n",
      "{\"class\":\"request\",\"contents\":[\"updates\",\"samples\"],\"delivery\":\"all\"}\n",
      "{\"class\":\"command\",\"command\":\"status\"}\n",
      "{\"class\":\"request\",\"heading_filter\":1e308}\n", "{\"class\":\"command\"}\n", "\n\n\n",
  };
  size_t length;
  if (rand_r(seed) % 3 == 0) {
    length = 1 + rand_r(seed) % 511;
    for (size_t i = 0; i < length; i++) message[i] = rand_r(seed);
  } else {
    const char *text = seeds[rand_r(seed) % 6];
    length = strlen(text);
    memcpy(message, text, length);
    for (int i = rand_r(seed) % 4; i > 0; i--) message[rand_r(seed) % length] = rand_r(seed);
  }
  return length;
}

// Sends the due messages every millisecond; reconnects after a disconnection.
static void *flood(void *number) {
  unsigned seed = 1 + (unsigned)(long)number;
  int connections[CONNECTIONS];
  for (int i = 0; i < CONNECTIONS; i++) connections[i] = -1;
  long long start = now(), end = start + flood_seconds * 1e9;
  long sent = 0, turn = 0;
  for (long long t; (t = now()) < end;) {
    long due = (t - start) * 1e-9 * flood_rate / FLOODERS;
    for (int vain = 0; sent < due && vain < CONNECTIONS;) {
      int *connection = &connections[turn++ % CONNECTIONS];
      if (*connection < 0 && (*connection = open_at_once(flood_path)) < 0) {
        vain++;
        continue;
      }
      char message[512], sink[4096];
      size_t length = nasty(message, &seed);
      ssize_t got = read(*connection, sink, sizeof sink);
      if (got == 0 || (got < 0 && errno != EAGAIN)) {
        close(*connection);
        *connection = -1;
        cut_connections++;
      } else if (send(*connection, message, length, MSG_NOSIGNAL) >= 0) {
        sent++;
        sent_messages++;
        vain = 0;
      } else if (errno == EAGAIN) {
        vain++;
      } else {
        close(*connection);
        *connection = -1;
        cut_connections++;
      }
    }
    struct timespec pause = {0, 1000000};
    nanosleep(&pause, NULL);
  }
  for (int i = 0; i < CONNECTIONS; i++)
    if (connections[i] >= 0) close(connections[i]);
  return NULL;
}

static void hostile(const char *path, double rate, double seconds) {
  flood_path = path;
  flood_rate = rate;
  flood_seconds = seconds;
  int s = open_socket(path);
  if (s < 0) fail(path);
  pthread_t threads[FLOODERS];
  for (long i = 0; i < FLOODERS && rate > 0; i++)
    pthread_create(&threads[i], NULL, flood, (void *)i);
  static double values[MOST];
  long count = 0;
  static char buffer[1 << 16];
  long long start = now();
  while (now() < start + seconds * 1e9) {
    struct pollfd p = {.fd = s, .events = POLLIN};
    if (poll(&p, 1, 1000) <= 0) continue;
    long long arrival = now_of(CLOCK_BOOTTIME);
    ssize_t got = read(s, buffer, sizeof buffer - 1);
    if (got <= 0) fail("the daemon hung up on the subscriber that behaves");
    buffer[got] = 0;
    // The last complete line: made at the sample's time plus its latency.
    char *time = NULL, *late = NULL;
    for (char *at = buffer; (at = strstr(at, "\"boot_time\":")); at++) {
      char *l = strstr(at, "\"latency\":");
      if (l) time = at, late = l;
    }
    if (!time || count >= MOST) continue;
    double made = strtod(time + 12, NULL) + strtod(late + 10, NULL);
    values[count++] = arrival * 1e-6 - made * 1e3;
  }
  if (rate > 0) {
    for (int i = 0; i < FLOODERS; i++) pthread_join(threads[i], NULL);
    printf("%.0f messages a second, %ld connections cut off, ", sent_messages / seconds,
           (long)cut_connections);
  } else {
    printf("quiet, ");
  }
  percentiles("made to readable", values, count);
}

int main(int count, char **words) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  if (count == 5 && !strcmp(words[1], "latency")) latency(words[2], words[3], atof(words[4]));
  else if (count == 4 && !strcmp(words[1], "pipe")) bare_pipe(atof(words[2]), atof(words[3]));
  else if (count == 6 && !strcmp(words[1], "many"))
    many(words[2], atoi(words[3]), atof(words[4]), atof(words[5]));
  else if (count == 5 && !strcmp(words[1], "flood")) hostile(words[2], atof(words[3]), atof(words[4]));
  else {
    fprintf(stderr, "see the head of reader.c\n");
    return 64;
  }
  return 0;
}
