"""Fit a filter in the frequency domain: the gradient passes through the Fourier transform, there and back.

    python examples/spectral_filter.py [--steps 200] [--plot FILE]

A signal is blurred by an unknown kernel, and measured with noise. Its frequency response is a smooth curve of two
parameters, which are fitted to the measurement; another two are the delay and the strength.
"""

import argparse

import numpy as np

from cladpy import value_and_gradient

LENGTH = 256
FREQUENCIES = np.fft.rfftfreq(LENGTH)


def filtered(signal, strength, delay, width, order):
    """Return a signal of which high frequencies are damped, and which is delayed."""
    damping = 1 / (1 + (FREQUENCIES / width) ** (2 * order))
    response = strength * damping * np.exp(-2j * np.pi * FREQUENCIES * delay)
    return np.fft.irfft(np.fft.rfft(signal) * response, LENGTH)


def misfit(parameters, signal, measured):
    """Return the mean square of what the filter leaves unexplained."""
    strength, delay, log_width, log_order = parameters
    error = filtered(signal, strength, delay, np.exp(log_width), np.exp(log_order)) - measured
    return np.mean(error**2)


def fit(signal, measured, steps):
    """Return the parameters and the misfits of gradient descent with a step for each parameter."""
    pair = value_and_gradient(misfit, "parameters")
    parameters = np.array([1.0, 0.0, np.log(0.1), 0.0])
    momentum, squares, misfits = np.zeros(4), np.zeros(4), []
    for step in range(1, steps + 1):
        value, d = pair(parameters, signal, measured)
        misfits.append(float(value))
        momentum += 0.1 * (d - momentum)
        squares += 0.01 * (d * d - squares)
        scale = np.sqrt(squares / (1 - 0.99**step)) + 1e-9
        parameters = parameters - 0.05 * momentum / (1 - 0.9**step) / scale
    return parameters, misfits


def data():
    """Return a signal of steps, and what a filter made of it."""
    generator = np.random.default_rng(3)
    signal = np.repeat(generator.normal(size=16), 16)
    return signal, filtered(signal, 0.8, 3.0, 0.05, 2.0) + 0.02 * generator.normal(size=LENGTH)


def main():
    """Print the fitted parameters; draw the signals if asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--plot", metavar="FILE", help="picture to write")
    options = parser.parse_args()
    signal, measured = data()
    parameters, misfits = fit(signal, measured, options.steps)
    strength, delay, log_width, log_order = parameters
    print(f"misfit {misfits[0]:.5f} to {misfits[-1]:.5f}; the noise alone has 0.0004")
    print(f"strength {strength:.2f}, delay {delay:.2f}, width {np.exp(log_width):.3f}, order {np.exp(log_order):.2f}")
    if options.plot:
        from matplotlib.figure import Figure

        figure = Figure(figsize=(7, 3), layout="constrained")
        axes = figure.subplots()
        axes.plot(signal, color="0.8", label="signal")
        axes.plot(measured, "k.", markersize=2, label="measured")
        axes.plot(filtered(signal, strength, delay, np.exp(log_width), np.exp(log_order)), label="fitted")
        axes.legend(frameon=False)
        figure.savefig(options.plot, dpi=150)


if __name__ == "__main__":
    main()
