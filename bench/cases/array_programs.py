"""Programs on whole arrays, and their reverse sweeps by hand in the same form."""

import numpy as np

# ---- Rosenbrock's valley, on the whole array ----


def rosenbrock(x):
    """Return the sum along the valley."""
    return np.sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2)


def rosenbrock_by_hand(x):
    """Return the adjoint."""
    first = x[:-1]
    d_a = 200.0 * (x[1:] - first * first)
    d_x = np.zeros_like(x)
    d_x[1:] = d_a
    d_a *= first
    d_a *= -2.0
    d_a -= 2.0 * (1.0 - first)
    d_x[:-1] += d_a
    return d_x


# ---- tanh ----


def tanh_sum(x):
    """Return the sum of tanh."""
    return np.sum(np.tanh(x))


def tanh_sum_by_hand(x):
    """Return the value and the adjoint."""
    y = np.tanh(x)
    return y.sum(), 1.0 - y * y


# ---- the heat equation ----


def heat(u, k, steps):
    """Return the sum of squares after some explicit steps, in place."""
    u = u.copy()
    for _ in range(steps):
        u[1:-1] += k * (u[2:] - 2 * u[1:-1] + u[:-2])
    return np.sum(u**2)


def heat_by_hand(u, k, steps):
    """Return the adjoints of the temperatures and of the conductivity."""
    u = u.copy()
    curves = np.empty((steps, len(u) - 2))
    for step in range(steps):
        curve = curves[step]
        np.multiply(u[1:-1], -2.0, out=curve)
        curve += u[2:]
        curve += u[:-2]
        u[1:-1] += k * curve
    d_u, d_k = 2.0 * u, 0.0
    scaled = np.empty(len(u) - 2)
    for step in range(steps - 1, -1, -1):
        inner = d_u[1:-1]
        d_k += inner @ curves[step]
        np.multiply(inner, k, out=scaled)
        d_u[2:] += scaled
        d_u[:-2] += scaled
        scaled *= 2.0
        inner -= scaled
    return d_u, d_k


def heat_arguments(size):
    """Return temperatures, a conductivity and as many steps."""
    return np.random.default_rng(0).standard_normal(size), 0.2, size


# ---- logistic regression ----


def logistic(w, b, x, y):
    """Return the mean logarithmic loss, with labels -1 and 1."""
    return np.mean(np.log1p(np.exp(-y * (x @ w + b))))


def logistic_by_hand(w, b, x, y):
    """Return the adjoints of weights and bias."""
    e = np.exp(-y * (x @ w + b))
    d_z = e / (1.0 + e)
    d_z *= y
    d_z *= -1.0 / len(y)
    return d_z @ x, d_z.sum()


def logistic_arguments(rows):
    """Return weights, a bias, rows of fifty features, and labels."""
    rng = np.random.default_rng(0)
    return rng.standard_normal(50), 0.1, rng.standard_normal((rows, 50)), rng.choice([-1.0, 1.0], rows)


# ---- a mixture of Gaussians ----


def log_sum_exp(values):
    """Return the log of the sum of exponentials of each row."""
    largest = np.max(values, axis=1)
    return largest + np.log(np.sum(np.exp(values - largest[:, None]), axis=1))


def mixture_einsum(alphas, means, q, x):
    """Return the log likelihood of points; ``q`` holds square roots of the precisions."""
    centred = x[:, None, :] - means
    z = np.einsum("kij,nkj->nki", q, centred)
    return np.sum(log_sum_exp(alphas - 0.5 * np.sum(z * z, axis=2)))


def mixture_einsum_by_hand(alphas, means, q, x):
    """Return the adjoints of the weights, the means and the roots."""
    centred = x[:, None, :] - means
    z = np.einsum("kij,nkj->nki", q, centred)
    values = alphas - 0.5 * np.sum(z * z, axis=2)
    d_values = np.exp(values - np.max(values, axis=1)[:, None])
    d_values /= np.sum(d_values, axis=1)[:, None]
    z *= -d_values[:, :, None]
    d_z = z.transpose(1, 2, 0)  # component, row, point
    d_q = d_z @ centred.transpose(1, 0, 2)
    d_centred = q.transpose(0, 2, 1) @ d_z
    return d_values.sum(axis=0), -d_centred.sum(axis=2), d_q


def mixture_matrices(alphas, means, q, x):
    """Return the same by one matrix product a component."""
    values = np.empty((len(x), len(alphas)))
    for k in range(len(alphas)):
        z = (x - means[k]) @ q[k].T
        values[:, k] = alphas[k] - 0.5 * np.sum(z * z, axis=1)
    return np.sum(log_sum_exp(values))


def mixture_matrices_by_hand(alphas, means, q, x):
    """Return the adjoints, with one tape of what each component recorded."""
    values = np.empty((len(x), len(alphas)))
    kept = []
    for k in range(len(alphas)):
        centred = x - means[k]
        z = centred @ q[k].T
        kept.append((centred, z))
        values[:, k] = alphas[k] - 0.5 * np.sum(z * z, axis=1)
    d_values = np.exp(values - np.max(values, axis=1)[:, None])
    d_values /= np.sum(d_values, axis=1)[:, None]
    d_means, d_q = np.empty_like(means), np.empty_like(q)
    for k in reversed(range(len(alphas))):
        centred, z = kept.pop()
        z *= -d_values[:, k, None]
        d_q[k] = z.T @ centred
        d_means[k] = -(z @ q[k]).sum(axis=0)
    return d_values.sum(axis=0), d_means, d_q


def mixture_arguments(points):
    """Return fifty components of twenty dimensions, and points."""
    rng = np.random.default_rng(0)
    q = np.eye(20) + 0.1 * rng.standard_normal((50, 20, 20))
    return rng.standard_normal(50), rng.standard_normal((50, 20)), q, rng.standard_normal((points, 20))


# ---- errors of a bundle of rays ----


def bundle(poses, places, cameras, points, seen):
    """Return the sum of squared errors: cameras that are shifted and turned about the vertical look along z."""
    pose = poses[cameras]
    place = places[points] - pose[:, :3]
    cosine, sine = np.cos(pose[:, 3]), np.sin(pose[:, 3])
    depth = sine * place[:, 0] + cosine * place[:, 2]
    across = (cosine * place[:, 0] - sine * place[:, 2]) / depth - seen[0]
    up = place[:, 1] / depth - seen[1]
    return np.sum(across * across + up * up)


def bundle_by_hand(poses, places, cameras, points, seen):
    """Return the adjoints of poses and places."""
    pose = poses[cameras]
    place = places[points] - pose[:, :3]
    x, y, z = place[:, 0], place[:, 1], place[:, 2]
    cosine, sine = np.cos(pose[:, 3]), np.sin(pose[:, 3])
    depth = sine * x + cosine * z
    side, height = (cosine * x - sine * z) / depth, y / depth
    d_side = 2.0 * (side - seen[0]) / depth
    d_height = 2.0 * (height - seen[1]) / depth
    d_depth = -(d_side * side + d_height * height)
    d_pose, d_place = np.empty_like(pose), np.empty_like(place)
    d_place[:, 0] = d_side * cosine + d_depth * sine
    d_place[:, 1] = d_height
    d_place[:, 2] = d_depth * cosine - d_side * sine
    np.negative(d_place, out=d_pose[:, :3])
    d_pose[:, 3] = d_depth * (cosine * x - sine * z) - d_side * depth
    d_poses, d_places = np.zeros_like(poses), np.zeros_like(places)
    np.add.at(d_poses, cameras, d_pose)
    np.add.at(d_places, points, d_place)
    return d_poses, d_places


def bundle_arguments(size):
    """Return thirty poses, places, and where each pose sees each place."""
    rng = np.random.default_rng(0)
    cameras, points = (each.ravel() for each in np.indices((30, size)))
    poses = 0.1 * rng.standard_normal((30, 4))
    return poses, rng.uniform((-2, -1, 5), (2, 1, 8), (size, 3)), cameras, points, np.zeros((2, len(points)))
