// Kernels that treat elements independently, from elements of type FROM to elements of type TO.

#ifndef FROM
#define FROM float
#define TO float
#endif

template <int V>
__device__ void fill(int rows, int cols, float value, View<TO> out) {
  FOR_ELEMENTS(V) {
    float y[V];
#pragma unroll
    for (int i = 0; i < V; i++) y[i] = value;
    store<V>(out.at(r, c), y, cols - c);
  }
}

VARIANTS(fill, (int rows, int cols, float value, View<TO> out), (rows, cols, value, out))

template <int V>
__device__ void add(int rows, int cols, float alpha, View<FROM> x, float beta, View<TO> out) {
  FOR_ELEMENTS(V) {
    float y[V];
    load<V>(x.at(r, c), y);
#pragma unroll
    for (int i = 0; i < V; i++) y[i] *= alpha;
    put<V>(out.at(r, c), y, beta, cols - c);
  }
}

VARIANTS(add, (int rows, int cols, float alpha, View<FROM> x, float beta, View<TO> out),
         (rows, cols, alpha, x, beta, out))

template <int V>
__device__ void multiply(int rows, int cols, Matrix x, Matrix y, float beta, Matrix out) {
  FOR_ELEMENTS(V) {
    float a[V], b[V];
    load<V>(x.at(r, c), a);
    load<V>(y.at(r, c), b);
#pragma unroll
    for (int i = 0; i < V; i++) a[i] *= b[i];
    put<V>(out.at(r, c), a, beta, cols - c);
  }
}

VARIANTS(multiply, (int rows, int cols, Matrix x, Matrix y, float beta, Matrix out),
         (rows, cols, x, y, beta, out))

template <int V>
__device__ void activate(int rows, int cols, int activation, View<FROM> x, const float* bias,
                         Dropout dropout, View<TO> out) {
  FOR_ELEMENTS(V) {
    uint64 state = dropout.row(r);
    float y[V];
    load<V>(x.at(r, c), y);
    if (bias != nullptr) {
      float b[V];
      load<V>(bias + c, b);
#pragma unroll
      for (int i = 0; i < V; i++) y[i] += b[i];
    }
    activateAll<V>(activation, y);
    dropSome<V>(dropout, state, c, y);
    store<V>(out.at(r, c), y, cols - c);
  }
}

VARIANTS(activate,
         (int rows, int cols, int activation, View<FROM> x, const float* bias, Dropout dropout,
          View<TO> out),
         (rows, cols, activation, x, bias, dropout, out))

template <int V>
__device__ void activateBackward(int rows, int cols, int activation, View<FROM> out,
                                 Dropout dropout, View<FROM> gradOut, float beta,
                                 View<TO> gradIn) {
  FOR_ELEMENTS(V) {
    uint64 state = dropout.row(r);
    float y[V], grad[V];
    load<V>(out.at(r, c), y);
    load<V>(gradOut.at(r, c), grad);
    multiplySlopes<V>(activation, dropout, state, c, y, grad);
    put<V>(gradIn.at(r, c), grad, beta, cols - c);
  }
}

VARIANTS(activateBackward,
         (int rows, int cols, int activation, View<FROM> out, Dropout dropout, View<FROM> gradOut,
          float beta, View<TO> gradIn),
         (rows, cols, activation, out, dropout, gradOut, beta, gradIn))

struct AdamStep {
  float rate, beta1, beta2, epsilon;
  // Weight decay added to the gradient, or taken from the weight; the other is 0.
  float decay, shrink;
  // 1 − beta^step
  float correction1, correction2;
};

template <int V>
__device__ void adam(int rows, int cols, AdamStep step, Matrix grad, Matrix value, Matrix first,
                     Matrix second) {
  FOR_ELEMENTS(V) {
    float g[V], x[V], m[V], v[V];
    load<V>(grad.at(r, c), g);
    load<V>(value.at(r, c), x);
    load<V>(first.at(r, c), m);
    load<V>(second.at(r, c), v);
#pragma unroll
    for (int i = 0; i < V; i++) {
      g[i] += step.decay * x[i];
      m[i] = step.beta1 * m[i] + (1 - step.beta1) * g[i];
      v[i] = step.beta2 * v[i] + (1 - step.beta2) * g[i] * g[i];
      float move = m[i] / step.correction1 / (sqrtf(v[i] / step.correction2) + step.epsilon);
      x[i] -= step.rate * (move + step.shrink * x[i]);
    }
    store<V>(first.at(r, c), m, cols - c);
    store<V>(second.at(r, c), v, cols - c);
    store<V>(value.at(r, c), x, cols - c);
  }
}

VARIANTS(adam,
         (int rows, int cols, AdamStep step, Matrix grad, Matrix value, Matrix first,
          Matrix second),
         (rows, cols, step, grad, value, first, second))

template <int V>
__device__ void sgd(int rows, int cols, float rate, float momentum, float decay, Matrix grad,
                    Matrix value, Matrix velocity) {
  FOR_ELEMENTS(V) {
    float g[V], x[V], speed[V];
    load<V>(grad.at(r, c), g);
    load<V>(value.at(r, c), x);
    load<V>(velocity.at(r, c), speed);
#pragma unroll
    for (int i = 0; i < V; i++) {
      speed[i] = momentum * speed[i] + g[i] + decay * x[i];
      x[i] -= rate * speed[i];
    }
    store<V>(velocity.at(r, c), speed, cols - c);
    store<V>(value.at(r, c), x, cols - c);
  }
}

VARIANTS(sgd,
         (int rows, int cols, float rate, float momentum, float decay, Matrix grad, Matrix value,
          Matrix velocity),
         (rows, cols, rate, momentum, decay, grad, value, velocity))
