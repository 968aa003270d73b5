"""Functions of NumPy that give text, types, settings or files, or work on integers and bits: nothing to differentiate.

Those that write into an array are written out by the compiler as the stores that they are; what is left of them here is
the reason why a call was not.
"""

import numpy as np

from cladpy.rules.absences import not_implemented
from cladpy.rules.declaration import rule
from cladpy.runtime import no_adjoint

# ---- types and shapes ----

rule(np.broadcast_shapes, "y = broadcast_shapes(*args)", every=no_adjoint)
rule(np.can_cast, "y = can_cast(from_, to, casting='safe')", every=no_adjoint)
rule(np.common_type, "y = common_type(*arrays)", every=no_adjoint)
rule(np.isdtype, "y = isdtype(dtype, kind)", every=no_adjoint)
rule(np.isfortran, "y = isfortran(a)", every=no_adjoint)
rule(np.issubdtype, "y = issubdtype(arg1, arg2)", every=no_adjoint)
rule(np.iterable, "y = iterable(y_)", every=no_adjoint)
rule(np.min_scalar_type, "y = min_scalar_type(a)", every=no_adjoint)
rule(np.mintypecode, "y = mintypecode(typechars, typeset='GDFgdf', default='d')", every=no_adjoint)
rule(np.promote_types, "y = promote_types(type1, type2)", every=no_adjoint)
rule(np.typename, "y = typename(char)", every=no_adjoint)
rule(np.einsum_path, "y = einsum_path(subscripts, *operands, optimize='greedy')", every=no_adjoint)
rule(np.nested_iters, "y = nested_iters(op, axes)", every=no_adjoint)

# ---- integers, bits and dates ----

rule(np.bitwise_count, "y = bitwise_count(x)", every=no_adjoint)
rule(np.gcd, "z = gcd(x, y)", every=no_adjoint)
rule(np.lcm, "z = lcm(x, y)", every=no_adjoint)
rule(np.isnat, "y = isnat(x)", every=no_adjoint)
rule(np.is_busday, "y = is_busday(*dates)", every=no_adjoint)
rule(np.busday_count, "y = busday_count(*dates)", every=no_adjoint)
rule(np.busday_offset, "y = busday_offset(*dates)", every=no_adjoint)
rule(np.datetime_as_string, "y = datetime_as_string(*arguments)", every=no_adjoint)
rule(np.datetime_data, "y = datetime_data(dtype)", every=no_adjoint)

# ---- text, files and settings ----

rule(np.array2string, "y = array2string(a, max_line_width=None, precision=None)", every=no_adjoint, gives="str")
rule(
    np.array_repr,
    "y = array_repr(arr, max_line_width=None, precision=None, suppress_small=None)",
    every=no_adjoint,
    gives="str",
)
rule(
    np.array_str,
    "y = array_str(a, max_line_width=None, precision=None, suppress_small=None)",
    every=no_adjoint,
    gives="str",
)
rule(np.base_repr, "y = base_repr(number, base=2, padding=0)", every=no_adjoint, gives="str")
rule(np.binary_repr, "y = binary_repr(num, width=None)", every=no_adjoint, gives="str")
rule(np.format_float_positional, "y = format_float_positional(x, precision=None)", every=no_adjoint, gives="str")
rule(np.format_float_scientific, "y = format_float_scientific(x, precision=None)", every=no_adjoint, gives="str")
rule(
    np.from_dlpack,
    "y = from_dlpack(x)",
    x=not_implemented("it shares memory with another library"),
    result_alias="alias x",
)
rule(
    np.frombuffer,
    "y = frombuffer(buffer, dtype=float, count=-1, offset=0)",
    every=not_implemented("it reads the bits of numbers"),
    result_alias="alias buffer",
)
rule(np.fromfile, "y = fromfile(file, dtype=float, count=-1, sep='', offset=0)", every=no_adjoint)
rule(np.fromregex, "y = fromregex(file, regexp, dtype, encoding=None)", every=no_adjoint)
rule(np.fromstring, "y = fromstring(string, dtype=float, count=-1)", every=no_adjoint)
rule(np.genfromtxt, "y = genfromtxt(fname, dtype=float)", every=no_adjoint)
rule(np.load, "y = load(file, mmap_mode=None, allow_pickle=False)", every=no_adjoint)
rule(np.loadtxt, "y = loadtxt(fname, dtype=float)", every=no_adjoint)
rule(np.save, "y = save(file, arr)", every=no_adjoint)
rule(np.savetxt, "y = savetxt(fname, X)", every=no_adjoint)
rule(np.savez, "y = savez(file, *args)", every=no_adjoint)
rule(np.savez_compressed, "y = savez_compressed(file, *args)", every=no_adjoint)
rule(np.get_include, "y = get_include()", every=no_adjoint)
rule(np.get_printoptions, "y = get_printoptions()", every=no_adjoint)
rule(np.getbufsize, "y = getbufsize()", every=no_adjoint)
rule(np.geterr, "y = geterr()", every=no_adjoint)
rule(np.geterrcall, "y = geterrcall()", every=no_adjoint)
rule(np.info, "y = info(object=None, maxwidth=76)", every=no_adjoint)
rule(np.printoptions, "y = printoptions()", every=no_adjoint)
rule(np.set_printoptions, "y = set_printoptions(precision=None)", every=no_adjoint)
rule(np.setbufsize, "y = setbufsize(size)", every=no_adjoint)
rule(np.seterr, "y = seterr(all=None, divide=None, over=None, under=None, invalid=None)", every=no_adjoint)
rule(np.seterrcall, "y = seterrcall(func)", every=no_adjoint)
rule(np.show_config, "y = show_config(mode='stdout')", every=no_adjoint)
rule(np.show_runtime, "y = show_runtime()", every=no_adjoint)
rule(np.test, "y = test(label='fast')", name="numpy.test", every=no_adjoint)

# ---- matrices, iterators, functions made of functions ----

_MATRIX = not_implemented("np.matrix is a subclass of arrays; use arrays")
rule(np.asmatrix, "y = asmatrix(data, dtype=None)", data=_MATRIX, result_alias="may alias data")
rule(np.bmat, "y = bmat(obj, ldict=None, gdict=None)", obj=_MATRIX)
rule(
    np.fromiter, "y = fromiter(iter, dtype, count=-1)", iter=not_implemented("make an array of a list: np.array([...])")
)
rule(np.frompyfunc, "y = frompyfunc(func, nin, nout)", every=no_adjoint)
rule(np.sort_complex, "y = sort_complex(a)", a=not_implemented("sort by a key: x[np.lexsort((x.imag, x.real))]"))

# ---- updates in place that could not be written out ----

_UPDATE = not_implemented("with these arguments it is not written out as a store; store with an index: a[i] = v")
rule(np.copyto, "y = copyto(dst, src)", dst=_UPDATE, src=_UPDATE)
rule(np.fill_diagonal, "y = fill_diagonal(a, val, wrap=False)", a=_UPDATE, val=_UPDATE)
rule(np.place, "y = place(arr, mask, vals)", arr=_UPDATE, vals=_UPDATE)
rule(np.put, "y = put(a, ind, v, mode='raise')", a=_UPDATE, v=_UPDATE)
rule(np.put_along_axis, "y = put_along_axis(arr, indices, values, axis)", arr=_UPDATE, values=_UPDATE)
rule(np.putmask, "y = putmask(a, mask, values)", a=_UPDATE, values=_UPDATE)
