"""Random statements, as lines of text: stores, views and aliases, reads."""

from tests.fuzz.by_call import store_by_call
from tests.fuzz.expressions import expression, scalar
from tests.fuzz.indices import index, view

OPERATORS = ("=", "=", "=", "+=", "+=", "+=", "-=", "*=", "*=", "/=")


def store(choose, scope):
    """Return a store into an array, by one of its names."""
    name = scope.an_array()
    kind = choose.random()
    if kind < 0.5:
        return [_item(choose, scope, name)]
    if kind < 0.65:
        return [_whole(choose, scope, name)]
    return store_by_call(choose, scope, name)


def _item(choose, scope, name):
    place = f"{name}[{index(choose, scope.values[name], name, scope)}]"
    shape = scope.shape_of(place)
    operator = choose.choice(OPERATORS)
    value = expression(choose, scope, shape)
    if operator == "/=":
        value = f"1.5 + np.cos({value})"
    if operator == "*=" and choose.random() < 0.2:
        value = place
    return f"{place} {operator} {value}"


def _whole(choose, scope, name):
    operator = choose.choice(OPERATORS[3:])
    value = expression(choose, scope, scope.values[name].shape)
    return f"{name} {operator} " + (f"1.5 + np.cos({value})" if operator == "/=" else value)


def new_array(choose, scope):
    """Return statements that make an array which shares no memory."""
    source, name = scope.an_array(), scope.name("abcde")
    value = expression(choose, scope, scope.values[source].shape)
    return choose.choice(
        (
            [f"{name} = {source}.copy()"],
            [f"{name} = {source} * 1.0"],
            [f"{name} = np.sin({source})"],
            [f"{name} = {value}"],
            [f"{name} = np.zeros({source}.shape)"],
            [f"{name} = np.zeros_like({source})", f"{name}[...] = {value}"],
            [f"{name} = np.empty_like({source})", f"{name}[:] = {choose.choice(('p', '1.5 - p', 'p * p'))}"],
            [f"{name} = np.array({source})"],
            [f"{name} = np.concatenate([{source}[1:], {source}[:1]])"],
        )
    )


def another_name(choose, scope):
    """Return statements that give memory another name: a view, an alias, an item of a container."""
    source = scope.an_array()
    other = scope.an_array()
    name = scope.name("uvwabc")
    taken = view(choose, scope.values[source], source, scope)
    also = view(choose, scope.values[other], other, scope)
    kind = choose.random()
    if kind < 0.55:
        return [f"{name} = {taken}"]
    if kind < 0.68:
        return [f"{name} = {source}"]
    if kind < 0.76:
        return [f"{name} = {taken} if p > 0.5 else {also}"]
    if kind < 0.80:
        return [f"{source}, {other} = {other}, {source}"]
    if kind < 0.84:
        return ["if p > 0.5:", f"    {name} = {taken}", "else:", f"    {name} = {also}"]
    holder = scope.name(("held", "pair"))
    place = choose.choice((0, 1, -1))
    return choose.choice(
        (
            [f"{holder} = ({source}, {taken})", f"{name} = {holder}[{place}]"],
            [f"{holder} = [{taken}, {other}]", f"{name} = {holder}[{place}]"],
            [f"{holder} = {{'one': {taken}, 'two': {other}}}", f"{name} = {holder}['one']"],
            [f"{holder} = [{source}, {also}]", f"{holder}[0][1] = {scalar(choose, scope)}"],
            [f"{name}, {scope.name('uvw')} = {taken}, {also}"],
        )
    )


def read(choose, scope):
    """Return a read of arrays into a number or a new array."""
    number = scope.name("st")
    source = scope.an_array()
    taken = view(choose, scope.values[source], source, scope)
    value = expression(choose, scope, scope.values[source].shape)
    return choose.choice(
        (
            [f"{number} = {scalar(choose, scope)}"],
            [f"{number} = np.sum({value} * {source})"],
            [f"{number} = 0.1 * np.sum({taken} ** 2)"],
            [f"total += 0.1 * np.sum({value} * {source})"],
            [f"total += 0.3 * np.sum(np.sin({taken}))"],
            [f"{scope.name('cde')} = {value}"],
            [f"total = total + {scalar(choose, scope)} * p"],
        )
    )


def named_index(choose, scope):
    """Return an index that has a name: an array of integers, a mask, a slice."""
    name = scope.name(("place", "where"))
    source = scope.an_array()
    return choose.choice(
        (
            [f"{name} = np.array([0, 2])"],
            [f"{name} = np.array([1, 0, 1])"],
            [f"{name} = {source} > 0.5"],
            [f"{name} = np.argsort({source})"],
            [f"{name} = np.arange({source}.shape[0])[::2]"],
            [f"{name} = slice(1, None)"],
            [f"{name} = 1"],
            [f"{name} = (0, 1)"],
            [f"{name} = (slice(1, None), 0)"],
            [f"{name} = np.nonzero({source} > 0.5)"],
            [f"{name} = np.array([True, False, True, False, True])"],
            [f"{name} = np.argmax({source})"],
            [f"{name} = np.s_[::2]"],
        )
    )
