// The arithmetic of the reader, compiled to WebAssembly by `make kernel`: what companion/photo/with_kernel.py calls.
// Pictures are rows of red, green and blue; numbers lie as row, column, channel. Who calls keeps the memory. What
// a layer puts out is a multiple of eight, except for the last ones of the nets; channels are multiples of four.

#include <wasm_simd128.h>

#define EXPORT __attribute__((visibility("default")))
#define INLINE static inline __attribute__((always_inline))
#define UNROLL _Pragma("clang loop unroll(full)")
#define TILE 4

typedef unsigned char byte;
typedef const float *restrict in;
typedef float *restrict out;

extern byte __heap_base;

EXPORT const byte *base(void) { return &__heap_base; }

// Reserve memory up to an address; 0 where there is no more.
EXPORT int reach(unsigned end) {
  unsigned there = __builtin_wasm_memory_size(0), wanted = (end >> 16) + 1;
  return wanted <= there || __builtin_wasm_memory_grow(0, wanted - there) != (__SIZE_TYPE__)-1;
}

INLINE int least(int one, int other) { return one < other ? one : other; }
INLINE double within(double value, double low, double high) {
  return value < low ? low : value > high ? high : value;
}

// Weights of half precision, a row for each input, to panels of eight outputs; missing outputs are 0.
EXPORT void pack(const unsigned short *halves, int rows, int outputs, float *packed) {
  for (int panel = 0; panel < outputs; panel += 8)
    for (int row = 0; row < rows; row++)
      for (int output = panel; output < panel + 8; output++) {
        unsigned half = output < outputs ? halves[row * outputs + output] : 0, exponent = half >> 10 & 31;
        union { unsigned bits; float value; } step = {(102 + exponent + !exponent) << 23};
        float value = step.value * ((half & 1023) + (exponent ? 1024 : 0));
        *packed++ = half >> 15 ? -value : value;
      }
}

// Eight outputs for some pixels: `apart` numbers from pixel to pixel, `across` from tap to tap of a row.
INLINE void tile(int pixels, const float *const *rows, int high, int taps, int across, int channels, int at, int apart,
                 const float *weights, const float *bias, int relu, float *result, int outputs, int panel) {
  v128_t sums[TILE][2];
  UNROLL for (int n = 0; n < pixels; n++)
    UNROLL for (int half = 0; half < 2; half++) sums[n][half] = wasm_v128_load(bias + panel + 4 * half);
  for (int row = 0; row < high; row++)
    for (int tap = 0; tap < taps; tap++) {
      const float *x = rows[row] + at + tap * across;
      for (int channel = 0; channel < channels; channel++, x++, weights += 8) {
        v128_t left = wasm_v128_load(weights), right = wasm_v128_load(weights + 4);
        UNROLL for (int n = 0; n < pixels; n++) {
          v128_t value = wasm_v128_load32_splat(x + n * apart);
          sums[n][0] = wasm_f32x4_add(sums[n][0], wasm_f32x4_mul(value, left));
          sums[n][1] = wasm_f32x4_add(sums[n][1], wasm_f32x4_mul(value, right));
        }
      }
    }
  v128_t floor = wasm_f32x4_splat(relu ? 0 : -__builtin_inff());
  UNROLL for (int n = 0; n < pixels; n++, result += outputs) {
    float eight[8], *to = panel + 8 <= outputs ? result + panel : eight;
    UNROLL for (int half = 0; half < 2; half++) wasm_v128_store(to + 4 * half, wasm_f32x4_max(sums[n][half], floor));
    for (int output = panel; to == eight && output < outputs; output++) result[output] = eight[output - panel];
  }
}

static __attribute__((noinline)) void line(const float *const *rows, int high, int taps, int across, int channels, int apart, int wide,
                 const float *weights, const float *bias, int relu, float *result, int outputs) {
  for (int panel = 0; panel < outputs; panel += 8) {
    const float *part = weights + panel * high * taps * channels;
    int x = 0;
    for (; x + TILE <= wide; x += TILE)
      tile(TILE, rows, high, taps, across, channels, x * apart, apart, part, bias, relu, result + x * outputs, outputs,
           panel);
    for (; x < wide; x++)
      tile(1, rows, high, taps, across, channels, x * apart, apart, part, bias, relu, result + x * outputs, outputs,
           panel);
  }
}

// A layer of three by three; `edge` is its dilation, `padded` has room for three rows with so many pixels at both ends.
EXPORT void convolve(const float *x, int high, int wide, int channels, const float *weights, const float *bias,
                     int outputs, int stride, int edge, int relu, float *padded, float *result) {
  int length = (wide + 2 * edge) * channels, across = (wide + stride - 1) / stride;
  const float *rows[3] = {padded, padded + length, padded + 2 * length};
  __builtin_memset(padded, 0, 3 * length * sizeof(float));
  for (int row = 0; row < high; row += stride, result += across * outputs) {
    for (int tap = 0; tap < 3; tap++) {
      int from = row + (tap - 1) * edge;
      float *to = padded + tap * length + edge * channels;
      if (from < 0 || from >= high) __builtin_memset(to, 0, wide * channels * sizeof(float));
      else __builtin_memcpy(to, x + from * wide * channels, wide * channels * sizeof(float));
    }
    line(rows, 3, 3, edge * channels, channels, stride * channels, across, weights, bias, relu, result, outputs);
  }
}

// A layer of size 1.
EXPORT void multiply(const float *x, int pixels, int channels, const float *weights, const float *bias, int outputs,
                     int relu, float *result) {
  line(&x, 1, 1, 0, channels, channels, pixels, weights, bias, relu, result, outputs);
}

EXPORT void add(in x, in more, int count, out result) {
  for (int n = 0; n < count; n += 4) {
    v128_t sum = wasm_f32x4_add(wasm_v128_load(x + n), wasm_v128_load(more + n));
    wasm_v128_store(result + n, wasm_f32x4_max(sum, wasm_f32x4_splat(0)));
  }
}

EXPORT void add_enlarged(in fine, in coarse, int high, int wide, int channels, int coarse_wide, out result) {
  for (int row = 0; row < high; row++)
    for (int column = 0; column < wide; column++) {
      int at = (row * wide + column) * channels, from = (row / 2 * coarse_wide + column / 2) * channels;
      for (int n = 0; n < channels; n += 4)
        wasm_v128_store(result + at + n, wasm_f32x4_add(wasm_v128_load(fine + at + n), wasm_v128_load(coarse + from + n)));
    }
}

// The highest of each four pixels.
EXPORT void halve(in x, int high, int wide, int channels, out result) {
  int line = wide * channels;
  for (int row = 0; row + 1 < high; row += 2)
    for (int column = 0; column + 1 < wide; column += 2)
      for (int n = 0; n < channels; n += 4, result += 4) {
        const float *at = x + row * line + column * channels + n;
        v128_t above = wasm_f32x4_max(wasm_v128_load(at), wasm_v128_load(at + channels));
        v128_t below = wasm_f32x4_max(wasm_v128_load(at + line), wasm_v128_load(at + line + channels));
        wasm_v128_store(result, wasm_f32x4_max(above, below));
      }
}

// Channel by channel.
EXPORT void flatten(in x, int pixels, int channels, out result) {
  for (int channel = 0; channel < channels; channel++)
    for (int n = 0; n < pixels; n++) *result++ = x[n * channels + channel];
}

// Pixels whose first channel is higher than `lowest` and than all around: row, column and channels of each.
EXPORT int peaks(in maps, int high, int wide, int channels, float lowest, out found) {
  int count = 0;
  for (int row = 0; row < high; row++)
    for (int column = 0; column < wide; column++) {
      const float *here = maps + (row * wide + column) * channels;
      int is_peak = *here > lowest;
      for (int y = row - 1; is_peak && y <= row + 1; y++)
        for (int x = column - 1; x <= column + 1; x++)
          if (y >= 0 && y < high && x >= 0 && x < wide && maps[(y * wide + x) * channels] > *here) is_peak = 0;
      if (!is_peak) continue;
      *found++ = row;
      *found++ = column;
      for (int n = 0; n < channels; n++) *found++ = here[n];
      count++;
    }
  return count;
}

// Means of squares of pixels; the last ones may be cut off.
EXPORT void reduce(const byte *picture, int line, int wide, int high, int across, int along, byte *result) {
  for (int top = 0; top < high; top += along)
    for (int left = 0; left < wide; left += across)
      for (int color = 0; color < 3; color++) {
        int right = least(left + across, wide), low = least(top + along, high);
        int count = (right - left) * (low - top), sum = count / 2;
        for (int y = top; y < low; y++)
          for (int x = left; x < right; x++) sum += picture[(y * line + x) * 3 + color];
        *result++ = sum / count;
      }
}

// Shrink or enlarge lines of pixels, `seen` pixels of each, as Pillow does with its bilinear filter.
EXPORT void resize(const byte *picture, int lines, int line, int step, int length, double seen, int to, int down,
                   int *taps, byte *result) {
  double scale = seen / to, spread = scale < 1 ? 1 : scale;
  int room = 2 * (int)__builtin_ceil(spread) + 3;
  for (int at = 0; at < to; at++) {
    int *own = taps + at * room;
    double center = (at + 0.5) * scale, whole = 0;
    int first = within((int)(center - spread + 0.5), 0, length), last = within((int)(center + spread + 0.5), 0, length);
    for (int twice = 0; twice < 2; twice++) {
      double all = whole;
      for (int n = first; n < last; n++) {
        double weight = 1 - __builtin_fabs(n - center + 0.5) / spread;
        if (weight < 0) weight = 0;
        whole += weight;
        own[2 + n - first] = twice ? weight / all * (1 << 22) + 0.5 : 0;
      }
    }
    own[0] = first;
    own[1] = last - first;
  }
  for (int outer = 0; outer < (down ? to : lines); outer++)
    for (int inner = 0; inner < (down ? lines : to); inner++) {
      const int *own = taps + (down ? outer : inner) * room;
      const byte *from = picture + (down ? inner : outer) * line + own[0] * step;
      for (int color = 0; color < 3; color++) {
        int sum = 1 << 21;
        for (int n = 0; n < own[1]; n++) sum += own[2 + n] * from[n * step + color];
        *result++ = within(sum >> 22, 0, 255);
      }
    }
}

// What the finder sees for each shade of a picture: the darkest hundredth of every seventh pixel at −1, the brightest at 1.
EXPORT void light(const byte *picture, int wide, int high, float *shades) {
  int counts[256] = {0}, total = 0;
  for (int row = 0; row < high; row += 7)
    for (int column = 0; column < wide; column += 7)
      for (int color = 0; color < 3; color++, total++) counts[picture[(row * wide + column) * 3 + color]]++;
  double ends[2];
  for (int end = 0; end < 2; end++) {
    double at = (end ? 0.99 : 0.01) * (total - 1);
    int first = at, shade = 0, below = counts[0];
    while (below <= first) below += counts[++shade];
    int next = shade;
    while (below <= first + 1 && next < 255) below += counts[++next];
    ends[end] = shade + (at - first) * (next - shade);
  }
  float dark = ends[0], scale = 2 / (ends[1] - ends[0] < 20 ? 20 : ends[1] - ends[0]);
  for (int shade = 0; shade < 256; shade++) shades[shade] = within((shade - dark) * scale - 1, -1.5, 1.5);
}

// A picture as the finder sees it, with zeros to the right and below.
EXPORT void show(const byte *picture, int wide, int high, const float *shades, int across, int along, float *result) {
  __builtin_memset(result, 0, across * along * 3 * sizeof(float));
  for (int row = 0; row < high; row++)
    for (int n = 0; n < 3 * wide; n++) result[row * across * 3 + n] = shades[picture[row * wide * 3 + n]];
}

// A part of a picture, mixed between pixels: its middle, and the steps across and along.
EXPORT void cut(const byte *picture, int wide, int high, double middle_x, double middle_y, double across_x,
                double across_y, double along_x, double along_y, int width, int height, float *result) {
  for (int row = 0; row < height; row++)
    for (int column = 0; column < width; column++) {
      double right = column - (width - 1) / 2.0, down = row - (height - 1) / 2.0;
      double x = within(middle_x + right * across_x + down * along_x, 0, wide - 1);
      double y = within(middle_y + right * across_y + down * along_y, 0, high - 1);
      int left = x, top = y, aside = left + 1 < wide ? 3 : 0, below = top + 1 < high ? 3 * wide : 0;
      float to_right = x - left, to_low = y - top;
      const byte *at = picture + (top * wide + left) * 3;
      for (int color = 0; color < 3; color++, at++) {
        float over = at[0] * (1 - to_right) + at[aside] * to_right;
        float under = at[below] * (1 - to_right) + at[below + aside] * to_right;
        *result++ = over * (1 - to_low) + under * to_low;
      }
    }
}

static void sort(float *values, int count) {
  static const int gaps[] = {301, 132, 57, 23, 10, 4, 1};
  for (int number = 0; number < 7; number++)
    for (int n = gaps[number]; n < count; n++) {
      float value = values[n];
      int at = n;
      for (; at >= gaps[number] && values[at - gaps[number]] > value; at -= gaps[number])
        values[at] = values[at - gaps[number]];
      values[at] = value;
    }
}

static float share(const float *sorted, int count, double of) {
  double at = of * (count - 1);
  int first = at;
  return sorted[first] + (at - first) * (sorted[least(first + 1, count - 1)] - sorted[first]);
}

// A part of a picture, each channel between the darkest and the brightest of every third pixel.
EXPORT void even(const float *room, int room_wide, int left, int top, int wide, int high, float *sorted,
                 float *result) {
  const float *corner = room + (top * room_wide + left) * 3;
  for (int color = 0; color < 3; color++) {
    int count = 0;
    for (int n = 0; n < wide * high; n += 3) sorted[count++] = corner[(n / wide * room_wide + n % wide) * 3 + color];
    sort(sorted, count);
    float dark = share(sorted, count, 0.03), bright = share(sorted, count, 0.97);
    float scale = 2 / (bright - dark < 24 ? 24 : bright - dark);
    for (int n = 0; n < wide * high; n++) {
      float value = (corner[(n / wide * room_wide + n % wide) * 3 + color] - dark) * scale - 1;
      result[n * 3 + color] = within(value, -1.5, 1.5);
    }
  }
}
