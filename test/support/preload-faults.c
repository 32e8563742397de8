// Preloaded into a server by test/support/preload-faults.ts: makes writes to one folder fail, and shifts the clock.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

// The control file, which the test writes and reads while the server runs.
struct control {
  _Atomic int64_t clock_offset_s;
  // The errno of failing calls; 0 while the disk works.
  _Atomic int32_t disk_errno;
  // Every nth call fails.
  _Atomic int32_t every;
  _Atomic int64_t calls;
  _Atomic int64_t failed;
};

static struct control idle;
static struct control *control = &idle;
static const char *folder = "";

#define REAL(name) \
  static __typeof__(&name) real; \
  if (real == NULL) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

__attribute__((constructor)) static void open_control(void) {
  const char *path = getenv("FAULTS_CONTROL");
  if (path == NULL) return;
  int fd = open(path, O_RDWR | O_CLOEXEC);
  if (fd < 0) return;
  void *memory = mmap(NULL, sizeof(struct control), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close(fd);
  if (memory == MAP_FAILED) return;
  folder = getenv("FAULTS_FOLDER");
  control = memory;
}

static int is_in_folder(int fd) {
  char link[32], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return strncmp(path, folder, strlen(folder)) == 0;
}

static int fails(int fd) {
  int code = control->disk_errno;
  if (code == 0 || !is_in_folder(fd)) return 0;
  if (atomic_fetch_add(&control->calls, 1) % control->every != 0) return 0;
  atomic_fetch_add(&control->failed, 1);
  errno = code;
  return 1;
}

ssize_t write(int fd, const void *bytes, size_t count) {
  REAL(write);
  return fails(fd) ? -1 : real(fd, bytes, count);
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
  REAL(writev);
  return fails(fd) ? -1 : real(fd, parts, count);
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t at) {
  REAL(pwrite64);
  return fails(fd) ? -1 : real(fd, bytes, count, at);
}

ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t at) {
  REAL(pwritev);
  return fails(fd) ? -1 : real(fd, parts, count, at);
}

int fsync(int fd) {
  REAL(fsync);
  return fails(fd) ? -1 : real(fd);
}

int fdatasync(int fd) {
  REAL(fdatasync);
  return fails(fd) ? -1 : real(fd);
}

int ftruncate64(int fd, off64_t length) {
  REAL(ftruncate64);
  return fails(fd) ? -1 : real(fd, length);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  REAL(clock_gettime);
  int result = real(clock, time);
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
    time->tv_sec += control->clock_offset_s;
  return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  REAL(gettimeofday);
  int result = real(now, zone);
  if (result == 0) now->tv_sec += control->clock_offset_s;
  return result;
}

time_t time(time_t *result) {
  REAL(time);
  time_t now = real(NULL) + control->clock_offset_s;
  if (result != NULL) *result = now;
  return now;
}
