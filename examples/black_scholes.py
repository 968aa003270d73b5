"""Differentiate a Monte Carlo simulation: the price of an option and how it changes with the market.

python examples/black_scholes.py [--paths 200000] [--plot FILE]
"""

import argparse
import math

import numpy as np

from cladpy import value_and_gradient

STRIKE, YEARS, SEED = 100.0, 1.0, 7


def price(spot, volatility, rate, paths):
    """Return the discounted mean payoff of a call option over simulated prices, the same for the same seed."""
    generator = np.random.default_rng(SEED)
    noise = generator.standard_normal(paths)
    drift = (rate - 0.5 * volatility**2) * YEARS
    final = spot * np.exp(drift + volatility * math.sqrt(YEARS) * noise)
    return math.exp(-rate * YEARS) * np.mean(np.maximum(final - STRIKE, 0))


greeks = value_and_gradient(price, "spot,volatility,rate")


def by_formula(spot, volatility, rate):
    """Return price, delta, vega and rho of Black and Scholes."""
    spread = volatility * math.sqrt(YEARS)
    first = (math.log(spot / STRIKE) + (rate + 0.5 * volatility**2) * YEARS) / spread
    second = first - spread
    discounted = STRIKE * math.exp(-rate * YEARS)
    density = math.exp(-0.5 * first**2) / math.sqrt(2 * math.pi)
    below = [0.5 * (1 + math.erf(each / math.sqrt(2))) for each in (first, second)]
    value = spot * below[0] - discounted * below[1]
    return value, below[0], spot * density * math.sqrt(YEARS), YEARS * discounted * below[1]


def draw(path, spots, paths):
    """Draw delta over the price of the share."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.subplots()
    axes.plot(spots, [by_formula(spot, 0.2, 0.03)[1] for spot in spots], color="0.7", label="formula")
    axes.plot(spots, [greeks(spot, 0.2, 0.03, paths)[1][0] for spot in spots], "--", label="simulation")
    axes.set(xlabel="price of the share", ylabel="delta")
    axes.legend(frameon=False)
    figure.savefig(path, dpi=150)


def main():
    """Print the price and its derivatives beside those of the formula; draw if asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--paths", type=int, default=200_000)
    parser.add_argument("--plot", metavar="FILE", help="picture to write")
    options = parser.parse_args()
    value, adjoints = greeks(105.0, 0.2, 0.03, options.paths)
    rows = zip(("price", "delta", "vega", "rho"), (value, *adjoints), by_formula(105.0, 0.2, 0.03), strict=True)
    print("        simulated    formula")
    for name, simulated, exact in rows:
        print(f"{name:6}{simulated:11.4f}{exact:11.4f}")
    if options.plot:
        draw(options.plot, np.linspace(60, 140, 41).tolist(), options.paths // 10)


if __name__ == "__main__":
    main()
