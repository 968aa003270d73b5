"""Names of the user's that look like names of generated code: the numbers are those of the same program renamed."""

import numpy as np
import pytest

from cladpy import check_gradient

d_x, d_y, d_out, state = 2.0, 3.0, 1.5, 1.25
d_a = 2.5


def an_item_and_a_variable_of_one_name(x, y):
    """Have adjoints of t[1] and of t_1."""
    t = (x * y, y)
    t_1 = x * 3
    return t[0] * t[1] * t_1


def items_at_several_depths(x, y):
    t = ((x, y), x * y)
    t_0_1 = x * x
    t_0 = y
    d_t_0_1 = x * y
    return t[0][1] * t_0_1 * t_0 * t[0][0] * t[1] * d_t_0_1


def keys_that_are_no_identifiers(x, y):
    parts = {"a b": x * 2, "c d": y * x * 3}
    return parts["a b"] * parts["c d"] * y


def variables_named_as_adjoints(x, y):
    d_x = x * y
    d_d_x = d_x * x
    d_d_d_x = d_d_x * d_x
    x = d_x * d_d_d_x * x
    return x * d_x


def a_variable_that_is_rebound(x, y):
    """Look like a derivative that is differentiated again."""
    result = 1.0 / (1.0 + x * y)
    d_result = -2 * x * result
    v_1 = 2 * d_result * result
    d_x = -(v_1 * result)
    d_result = -x * v_1 - 2 * x * result * d_result
    d_x -= 2 * d_result * result * y
    return d_x


def sine(x):
    return np.sin(x)


def variables_named_as_states(x, y):
    v3 = sine(x * y)
    v1 = sine(y)
    v2 = sine(x)
    return sine(x + y) * sine(y * y) * v3 * sine(sine(x)) * v1 * v2


def seeded(x, y):
    d_out = x * y
    out = d_out * x
    d_out = out * d_out
    return out * d_out * y


def a_helper_with_a_variable_named_as_its_seed(x, y):
    return seeded(x, y) * seeded(y, x)


def swapped(state, d_out):
    out = state * d_out
    d_state = out * d_out
    return out * d_state * state


def a_helper_with_parameters_named_as_those_of_its_pullback(x, y):
    return swapped(x, y) * swapped(y, x)


def records_in_a_loop(x, y):
    tape_1 = x
    branch_1 = y
    trip_1 = 2.0
    v_1 = x
    d_1 = y
    result = x * y
    x_shape = 1.0
    for _ in range(3):
        if tape_1 < 100.0:
            tape_1 = tape_1 * v_1 * branch_1
            v_1 = np.sin(tape_1 * d_1)
        result = result * v_1 + trip_1 * tape_1
    return result * tape_1 * d_1 * x_shape


def mirrors(x, y):
    a = np.array([x, y, x * y])
    b = a[1:]
    d_a = a[:2]
    d_b = np.zeros(2)
    b[0] *= 2.0
    d_b[:] = d_a * b
    d_a = d_b * b
    return np.sum(a * a) * np.sum(d_a) * np.sum(d_b)


def globals_named_as_adjoints(x, y):
    return x * d_x * np.sin(y) * d_y


def scaled(x):
    return np.cos(x) * d_out * state


def a_helper_that_reads_globals_named_as_its_parameters(x, y):
    h = x * y
    return scaled(h) * scaled(x) * h


def update(a, k):
    a *= d_a * k


def a_global_that_a_helper_written_out_reads(x, y):
    a = np.array([x, y])
    update(a, x)
    return np.sum(a * a)


def nested_functions_named_as_adjoints(x, y):
    def d_z(v):
        return v * v * y

    d_t = lambda v: v * y
    z = x * y
    t = x * x
    return d_z(z) * z * d_t(t) * sum(d_q * x for d_q in [x, y])


def sine_forward_x(x):
    return x * x * x


def sine_pullback_x(x):
    return x * x


def helpers_named_as_generated_ones(x, y):
    return sine(x) * sine_forward_x(x) * y * sine_pullback_x(y)


def own(x):
    return x * 3.0


def names_of_the_runtime(x, y):
    def no_adjoint(v):
        return v * v

    zero_like = own(x * y)
    unbroadcast = zero_like * x
    return unbroadcast * own(y) * no_adjoint(y)


def names_of_builtins(x, y):
    reversed = x * y  # noqa: A001 - the point
    float = y * y  # noqa: A001
    len = 1.0  # noqa: A001
    for k in [1.0, 2.0]:
        len = len * reversed * k + float  # noqa: A001
    return len


def names_of_modules(x, y):
    np = x * y
    math = np * np
    return math * np


def cosine(x):
    return np.cos(x)


def cosine_forward_x(k):
    return 2.0 * k


def inactive_helpers_named_as_generated_ones_grad_x_y(k):
    return 3.0 * k


def inactive_helpers_named_as_generated_ones(x, y):
    return cosine(x) * cosine_forward_x(1.5) * y * inactive_helpers_named_as_generated_ones_grad_x_y(0.5)


def max(x):  # noqa: A001 - the point
    return x * x


def globals_named_as_builtins(x, y):
    return max(x) * min(x, y) * max(y)


PROGRAMS = [
    an_item_and_a_variable_of_one_name,
    items_at_several_depths,
    keys_that_are_no_identifiers,
    variables_named_as_adjoints,
    a_variable_that_is_rebound,
    variables_named_as_states,
    a_helper_with_a_variable_named_as_its_seed,
    a_helper_with_parameters_named_as_those_of_its_pullback,
    records_in_a_loop,
    mirrors,
    globals_named_as_adjoints,
    a_helper_that_reads_globals_named_as_its_parameters,
    a_global_that_a_helper_written_out_reads,
    nested_functions_named_as_adjoints,
    helpers_named_as_generated_ones,
    names_of_the_runtime,
    names_of_builtins,
    names_of_modules,
    inactive_helpers_named_as_generated_ones,
    globals_named_as_builtins,
]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_names_that_generated_code_would_use(program):
    """No name of the user's is mistaken for an adjoint, a record, a parameter or a helper."""
    check_gradient(program, (0.7, 1.3), ("x", "y"))
