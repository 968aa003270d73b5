"""Random statements of several lines, as programs have them: buffers, views that are narrowed, other dtypes."""

from tests.fuzz.expressions import expression, scalar
from tests.fuzz.indices import view


def exchanged(choose, scope):
    """Return a loop that fills one array from another and exchanges them."""
    old, new = scope.an_array(), scope.name("cde")
    to, taken = (choose.choice(("1:-1", end, ":")) for end in ("1:", ":-1"))
    return [
        f"{new} = np.{choose.choice(('zeros_like', 'ones_like'))}({old})",
        f"for _ in range({choose.choice((2, 3))}):",
        f"    {new}[{to}] = {old}[{taken}] * p",
        f"    {old}, {new} = {new}, {old}",
    ]


def narrowed(choose, scope):
    """Return a loop that takes a view of a view in each turn, and updates it."""
    name, source = scope.name("uvw"), scope.an_array()
    part = choose.choice(("1:", ":-1", "1:", "::2"))
    operator = choose.choice(("=", "+=", "*="))
    return [
        f"{name} = {choose.choice((source, f'{source}[::-1]', f'{source}[1:]'))}",
        f"while len({name}) > 1:",
        f"    {name}[{choose.choice(('0', '-1', ':1'))}] {operator} 0.5 * {scalar(choose, scope)}",
        f"    {name} = {name}[{part}]",
    ]


def integers(choose, scope):
    """Return stores of floats into an array of integers: they stop derivatives."""
    name, source = scope.name(("count", "grid")), scope.an_array()
    value = expression(choose, scope, scope.values[source].shape, 1)
    return [
        f"{name} = np.zeros({source}.shape, dtype=int)",
        choose.choice((f"{name}[...] = 5 * ({value})", f"{name}[1:] = ({source} * 3)[1:]", f"{name}[0] = 7 * p")),
        choose.choice((f"{name} += 1", f"{name}[1] += 2", f"{name}[:] = {name}[::-1]")),
        choose.choice((f"total += 0.1 * np.sum({name} * {source})", f"{source}[...] = 0.21 * {name}")),
    ]


def single(choose, scope):
    """Return stores of float64 into an array of float32, and the other way round."""
    name, source = scope.name(("half", "low")), scope.an_array()
    value = expression(choose, scope, scope.values[source].shape, 1)
    return [
        choose.choice((f"{name} = np.zeros({source}.shape, np.float32)", f"{name} = {source}.astype(np.float32)")),
        choose.choice((f"{name}[...] = {value}", f"{name} += {value}", f"{name}[1:] *= ({source} * 0.7)[1:]")),
        choose.choice((f"{source}[...] = {name}", f"total += np.sum({name} * {source})", f"{source} *= {name}")),
    ]


def filled(choose, scope):
    """Return a loop that fills a buffer row by row."""
    name, source = scope.name("cde"), scope.an_array()
    made = choose.choice(
        ("np.empty({0}.shape)", "np.zeros({0}.shape)", "np.empty_like({0})", "np.zeros((6, {0}.size))")
    )
    if name == source:  # it reads what it has just made
        made = "np.zeros({0}.shape)"
    row = choose.choice(("{0}[i] * p", "np.sin({0}[i])", "{0}[i] * {0}[i - 1]", "np.sum({0}[i])"))
    value = row.format(source).replace("[i", "[m")
    return [
        f"{name} = {made.format(source)}",
        f"for m in range({source}.shape[0]):",
        f"    {name}[m] = {value}",
    ]


def until(choose, scope):
    """Return a loop that updates an array until it is small."""
    name = scope.an_array()
    return [
        "m = 0",
        f"while np.sum({name} ** 2) > {choose.choice(('0.5', 'p', '2.0'))} and m < 4:",
        f"    {name}[{choose.choice(('1:-1', ':', '1:'))}] *= {choose.choice(('0.5', 'p', 'np.cos(p)'))}",
        *(choose.choice(([], [f"    if {scalar(choose, scope)} > 1.0:", "        break"]))),
        "    m += 1",
    ]


def from_last(choose, scope):
    """Return a recurrence over elements, as a filter or a table has it."""
    name = scope.an_array()
    ends = choose.choice(("range(1, {0}.shape[0])", "range({0}.shape[0] - 2, -1, -1)")).format(name)
    value = choose.choice(
        ("{0}[m - 1] * p", "np.tanh({0}[m - 1])", "{0}[m] * {0}[m - 1]", "0.5 * ({0}[m - 1] + {0}[m])")
    )
    return [f"for m in {ends}:", f"    {name}[m] {choose.choice(('=', '+='))} {value.format(name)}"]


def kept_in_object(choose, scope):
    """Return an object that holds arrays which have other names."""
    holder, source = scope.name(("thing", "owner")), scope.an_array()
    taken = view(choose, scope.values[source], source, scope)
    return [
        f"{holder} = Holder({taken}, {scope.an_array()})",
        choose.choice(
            (
                f"{holder}.u += {scalar(choose, scope)}",
                f"{holder}.scale({scalar(choose, scope)})",
                f"{holder}.exchange()",
                f"{scope.name('uvw')} = {holder}.rest()",
                f"{holder}.v = {source}",
                f"{source}[0] = {scalar(choose, scope)}",
            )
        ),
    ]


def in_list(choose, scope):
    """Return a list of arrays that grows or is gone through."""
    holder, source, other = scope.name(("held", "several")), scope.an_array(), scope.an_array()
    taken = view(choose, scope.values[source], source, scope)
    return choose.choice(
        (
            [f"{holder} = [{taken}]", f"{holder}.append({other})", f"{holder}[0][...] = {scalar(choose, scope)}"],
            [f"{holder} = []", "for m in range(3):", f"    {holder}.append({source} * m)", f"    {source}[0] *= p"],
            [f"{holder} = []", "for m in range(3):", f"    {holder}.append({source}[m])", f"    {source}[m] *= p"],
            [f"{holder} = [{taken}, {other}]", f"for part in {holder}:", f"    part *= {scalar(choose, scope)}"],
            [f"{holder} = {{'one': {taken}}}", f"{holder}['two'] = {other}", f"{holder}['one'] += p"],
        )
    )


def same_twice(choose, scope):
    """Return a call that is given one array twice, or views of one."""
    name = scope.an_array()
    first, second = (choose.choice(("{0}", "{0}[1:]", "{0}[:-1]", "{0}[::-1]")).format(name) for _ in range(2))
    return [f"{choose.choice(('mixed', 'moved'))}({first}, {second})"]


KINDS = (
    exchanged,
    exchanged,
    narrowed,
    integers,
    single,
    filled,
    until,
    from_last,
    kept_in_object,
    in_list,
    same_twice,
)


def pattern(choose, scope):
    """Return the lines of one of any kind."""
    return choose.choice(KINDS)(choose, scope)
