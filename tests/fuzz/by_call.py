"""Random stores by a call: ``out=``, ``ufunc.at``, methods and functions of NumPy that update an array, swaps."""

from tests.fuzz.expressions import expression, scalar
from tests.fuzz.indices import index

REPEATED_INDEX = "np.array([0, 1, 0])"
DISTINCT_INDEX = "np.array([2, 0, 1])"
MASKS = ("{0} > 0.6", "{0} < p", "np.abs({0}) > 0.4")


def store_by_call(choose, scope, name):
    """Return a statement that updates an array otherwise than by a target of an assignment."""
    kind = choose.random()
    if kind < 0.3:
        return _with_out(choose, scope, name)
    if kind < 0.42:
        return _reduced_into(choose, scope, name)
    if kind < 0.6:
        return _at(choose, scope, name)
    if kind < 0.85:
        return _by_method(choose, scope, name)
    return _swap(choose, scope, name)


def _with_out(choose, scope, name):
    array = scope.values[name]
    value, other = (expression(choose, scope, array.shape, 1) for _ in range(2))
    part = f"{name}[{index(choose, array, name, scope)}]"
    into_part = expression(choose, scope, scope.shape_of(part), 1)
    number = scalar(choose, scope)
    mask = choose.choice(MASKS).format(name)
    return choose.choice(
        (
            [f"np.multiply({value}, {other}, out={name})"],
            [f"np.add({value}, {other}, out={name})"],
            [f"np.subtract({value}, {other}, {name})"],
            [f"np.sin({value}, out={name})"],
            [f"np.exp(-np.abs({name}), out={name})"],
            [f"np.divide({value}, 1.5 + np.cos({other}), out={name})"],
            [f"np.add({part}, {into_part}, out={part})"],
            [f"np.multiply({value}, {other}, out={name}, where={mask})"],
            [f"np.maximum({name}, {number}, out={name})"],
            [f"np.clip({name}, -0.3, {number}, out={name})"],
            [f"np.negative({name}, out={name})"],
            [f"np.copyto({name}, {value})"],
            [f"np.copyto({name}, {value}, where={mask})"],
            [f"np.copyto({part}, {into_part})"],
        )
    )


def _reduced_into(choose, scope, name):
    """Return a product, sum or selection that is written into an array that is there."""
    first, second, source = scope.an_array(), scope.an_array(), scope.an_array()
    return choose.choice(
        (
            [f"np.matmul({first}, {second}, out={name})"],
            [f"np.dot({first}, {second}, out={name})"],
            [f"np.dot({first}, {second}.T, out={name})"],
            [f"np.matmul({first}.T, {second}, out={name})"],
            [f"np.sum({source}, axis=0, out={name})"],
            [f"{source}.sum(axis=0, out={name})"],
            [f"np.mean({source}, axis=0, out={name}[0])"],
            [f"np.sum({source}, axis=-1, out={name}[:, 0])"],
            [f"np.cumsum({source}, axis=0, out={name})"],
            [f"np.max({source}, axis=0, out={name})"],
            [f"np.take({source}, [1, 0], axis=0, out={name}[1:3])"],
            [f"np.concatenate([{source}[1:], {first}[:1]], out={name})"],
            [f"np.outer({first}, {second}, out={name})"],
            [f"np.einsum('i,i->i', {first}, {second}, out={name})"],
        )
    )


def _at(choose, scope, name):
    array = scope.values[name]
    rows = expression(choose, scope, (3, *array.shape[1:]), 1)
    places = choose.choice((REPEATED_INDEX, DISTINCT_INDEX, "[1, 1, 0]"))
    number = scalar(choose, scope)
    return choose.choice(
        (
            [f"np.add.at({name}, {places}, {rows})"],
            [f"np.subtract.at({name}, {places}, {rows})"],
            # NumPy does these to what is read-only too, hence the stores before them.
            [f"{name}[0] *= 1.0", f"np.multiply.at({name}, {places}, {number})"],
            [f"{name}[0] *= 1.0", f"np.multiply.at({name}, {DISTINCT_INDEX}, {rows})"],
            [f"{name}[0] *= 1.0", f"np.divide.at({name}, {DISTINCT_INDEX}, 1.5 + np.cos({number}))"],
            [f"{name}[0] *= 1.0", f"np.maximum.at({name}, {places}, {number})"],
            [f"{name}[0] *= 1.0", f"np.negative.at({name}, {places})"],
            [f"np.add.at({name}, ([0, 1, 0], [1, 0, 1]), {number})"],
            [f"np.add.at({name}, (slice(None), [1, 1]), {number})"],
            [f"np.add.at({name}, {name} > 0.5, {number})"],
        )
    )


def _by_method(choose, scope, name):
    array = scope.values[name]
    number, value = scalar(choose, scope), expression(choose, scope, array.shape, 1)
    mask = choose.choice(MASKS).format(name)
    size = array.size
    return choose.choice(
        (
            [f"{name}.fill({number})"],
            [f"{name}.sort()"],
            [f"{name}.sort(axis=0)"],
            [f"{name}.partition(1)"],
            [f"np.put({name}, [0, 2], {number})"],
            [f"{name}.put([1, -1, 1], [{number}, p, 0.5])"],
            [f"np.place({name}, {mask}, [{number}, p])"],
            [f"np.putmask({name}, {mask}, {value})"],
            [f"np.fill_diagonal({name}, {number})"],
            [f"np.put_along_axis({name}, np.argsort({name}, axis=0), {number}, axis=0)"],
            [f"{name}.flat[{choose.randrange(size)}] = {number}"],
            [f"{name}.flat[1:3] *= {number}"],
            [f"{name}.flat = {number}"],
            [f"for k in range({size}):", f"    {name}.flat[k] {choose.choice(('=', '+=', '*='))} 0.5 * {number}"],
            [f"for k, held_one in enumerate({name}.flat):", f"    total += 0.1 * k * held_one * {number}"],
            [f"{name}.real[1:] *= {number}"],
            [f"{name} **= 2"],
        )
    )


def _swap(choose, scope, name):
    array = scope.values[name]
    first, second = (f"{name}[{index(choose, array, name, scope)}]" for _ in range(2))
    return choose.choice(
        (
            [f"{first}, {second} = {second}.copy(), {first}.copy()"],
            [f"{first}, {second} = {second}, {first}"],
            [f"{name}[[0, 1]] = {name}[[1, 0]]"],
            [f"{name}[0], {name}[1] = {name}[1] * p, {name}[0]"],
            [f"{name}[:, [0, 1]] = {name}[:, [1, 0]]"],
            [f"{name}[1:] = {name}[:-1]"],
            [f"{name}[:-1] += {name}[1:]"],
            [f"{name}[:] = {name}[::-1] * {name}"],
            [f"{name}[1:] *= {name}[:-1]"],
        )
    )
