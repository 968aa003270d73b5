"""A function ready to be analysed: its normal form over versions, and what its names mean."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from cladpy.analyses.expression_walk import names_in
from cladpy.analyses.liveness import own_expressions
from cladpy.analyses.runtime_names import runtime_value
from cladpy.analyses.versions import Versions, number_versions
from cladpy.analyses.webs import variables_of
from cladpy.frontend.namespace import MISSING, Namespace
from cladpy.ir.statements import walk
from cladpy.normalize.normal_form import NormalForm


@dataclass(frozen=True, slots=True)
class Prepared:
    """A function in the normal form, with versions.

    Parameters
    ----------
    function : function
        The primal, which nothing that is written into its form changes.
    form : NormalForm
    versions : Versions
    namespace : Namespace
    variables : mapping
        Variable of each version.
    """

    function: Callable[..., object]
    form: NormalForm
    versions: Versions
    namespace: Namespace
    variables: Mapping[str, str]

    @classmethod
    def of(cls, function: Callable[..., object], form: NormalForm, namespace: Namespace) -> "Prepared":
        """Return a function with the versions of its normal form."""
        versions = number_versions(form.parameters, form.body, foreign_names(form, namespace))
        return cls(function, form, versions, namespace, variables_of(versions))

    def with_form(self, form: NormalForm, namespace: Namespace | None = None) -> "Prepared":
        """Return the function with another form, which may see more names."""
        return Prepared.of(self.function, form, namespace or self.namespace)


def foreign_names(form: NormalForm, namespace: Namespace) -> frozenset[str]:
    """Return the globals of the user's by whose names generated code calls something of its own: ``own``, ``sum``."""
    read = {name for statement in walk(form.body) for each in own_expressions(statement) for name in names_in(each)}
    return frozenset(name for name in read if _is_foreign(namespace.lookup(name), runtime_value(name)))


def _is_foreign(meant: object, runtime: object) -> bool:
    return runtime is not MISSING and meant is not MISSING and meant is not runtime
