// Clients of headingd on another machine: tls PORT CA TOKEN COUNT HZ SECONDS
//
// COUNT clients connect one after another, prove themselves with the token and read HZ updates a second each; the
// handshakes, the lines and the disconnections are counted.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}

static void fail(const char *what) {
  perror(what);
  ERR_print_errors_fp(stderr);
  exit(1);
}

static SSL *connected(SSL_CTX *context, int port, const char *token) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int s = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (s < 0 || connect(s, (struct sockaddr *)&address, sizeof address) != 0) fail("connecting");
  SSL *stream = SSL_new(context);
  SSL_set_fd(stream, s);
  SSL_set1_host(stream, "localhost");
  if (SSL_connect(stream) != 1) fail("handshake");
  char line[512];
  int length = snprintf(line, sizeof line, "{\"class\":\"authentication\",\"token\":\"%s\"}\n", token);
  if (SSL_write(stream, line, length) != length) fail("token");
  return stream;
}

int main(int count, char **words) {
  if (count != 7) {
    fprintf(stderr, "see the head of tls.c\n");
    return 64;
  }
  int port = atoi(words[1]), wanted = atoi(words[4]);
  double hz = atof(words[5]), seconds = atof(words[6]);
  char token[300] = "";
  FILE *file = fopen(words[3], "r");
  if (!file || !fgets(token, sizeof token, file)) fail(words[3]);
  token[strcspn(token, "\r\n")] = 0;
  struct rlimit limit = {65536, 65536};
  setrlimit(RLIMIT_NOFILE, &limit);
  SSL_CTX *context = SSL_CTX_new(TLS_client_method());
  if (SSL_CTX_load_verify_locations(context, words[2], NULL) != 1) fail(words[2]);
  SSL_CTX_set_verify(context, SSL_VERIFY_PEER, NULL);
  SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
  SSL **streams = calloc(wanted, sizeof *streams);
  long *lines = calloc(wanted, sizeof *lines);
  int poller = epoll_create1(EPOLL_CLOEXEC);
  double begun = now();
  for (int i = 0; i < wanted; i++) {
    streams[i] = connected(context, port, token);
    char request[128];
    int length = snprintf(request, sizeof request, "{\"class\":\"request\",\"rate\":%g}\n", hz);
    if (SSL_write(streams[i], request, length) != length) fail("request");
    int s = SSL_get_fd(streams[i]);
    fcntl(s, F_SETFL, O_NONBLOCK);
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = i};
    epoll_ctl(poller, EPOLL_CTL_ADD, s, &event);
  }
  printf("%d handshakes, %.0f a second; ", wanted, wanted / (now() - begun));
  fflush(stdout);
  static char buffer[1 << 16];
  long missed = 0;
  int cut = 0;
  double start = 0, ready_at = now();
  while (now() < ready_at + seconds + 2) {
    if (!start && now() > ready_at + 2) {  // what waited while others connected is read
      start = now();
      memset(lines, 0, wanted * sizeof *lines);
      missed = 0;
    }
    struct epoll_event events[256];
    int ready = epoll_wait(poller, events, 256, 100);
    for (int e = 0; e < ready; e++) {
      int index = events[e].data.u32;
      SSL *stream = streams[index];
      int got;
      while ((got = SSL_read(stream, buffer, sizeof buffer - 1)) > 0) {
        buffer[got] = 0;
        for (char *c = buffer; (c = memchr(c, '\n', buffer + got - c)); c++) lines[index]++;
        char *at = strstr(buffer, "{\"class\":\"missed\",\"count\":");
        if (at) missed += strtol(at + 26, NULL, 10);
      }
      if (SSL_get_error(stream, got) == SSL_ERROR_WANT_READ) continue;
      ERR_clear_error();
      close(SSL_get_fd(stream));
      cut++;
    }
  }
  double least = 1e9, most = 0, all = 0;
  for (int i = 0; i < wanted; i++) {
    double rate = lines[i] / seconds;
    all += rate;
    if (rate < least) least = rate;
    if (rate > most) most = rate;
  }
  printf("%d cut off: %.1f lines a second each (least %.1f, most %.1f), missed %ld\n", cut,
         all / wanted, least, most, missed);
  return 0;
}
