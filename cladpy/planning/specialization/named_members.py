"""Say which member ``getattr`` takes, where its name is known or one of a few.

before: ``f = getattr(o, "area")``, of a text that is put together    after: ``f = o.area``
before: ``f = getattr(o, name)``, ``name = f"op_{kind}"``
after:  ``if name == "op_add": f = o.op_add`` ``elif ...`` ``else: raise AttributeError(name)``

Where the name is not known, the methods of the class are asked for that begin and end as the text does.
"""

from dataclasses import dataclass

import gast

from cladpy.analyses.objects import method_of
from cladpy.ir.expressions import attribute, constant, name, store_name
from cladpy.ir.fact import Fact, present
from cladpy.ir.statements import Assign, Block, If, Raise, walk
from cladpy.planning.specialization.rewrite import values_rewritten
from cladpy.planning.specialization.scene import Scene

MOST_MEMBERS = 16


def named_members(scene: Scene) -> Block:
    """Return the body with such members named."""

    def change(value: gast.expr, twin: gast.expr, _target: str | None) -> gast.expr | None:
        if not isinstance(value, gast.Call) or scene.inference.function(twin.func) is not getattr:
            return None
        if len(value.args) != 2 or value.keywords or any(isinstance(each, gast.Starred) for each in value.args):
            return None
        owner, asked = present(scene.fact(twin.args[0])), scene.fact(twin.args[1])
        if asked.known and isinstance(asked.value, str):
            return attribute(value.args[0], asked.value) if asked.value.isidentifier() else None
        members = _members(owner, _form(scene, twin.args[1])) if asked.kind == "str" else []
        return _chosen(scene, value, members) if members else None

    return values_rewritten(scene, change)


@dataclass(frozen=True, slots=True)
class _Form:
    """What a text begins and ends with."""

    start: str = ""
    end: str = ""

    def fits(self, text: str) -> bool:
        long_enough = len(text) >= len(self.start) + len(self.end)
        return long_enough and text.startswith(self.start) and text.endswith(self.end)


def _form(scene: Scene, twin: gast.expr) -> _Form:
    """Return what is known of a text that is put together here."""
    made = [
        statement.value
        for statement in walk(scene.numbered)
        if isinstance(statement, Assign) and isinstance(twin, gast.Name)
        and isinstance(statement.target, gast.Name) and statement.target.id == twin.id
    ]  # fmt: skip
    if len(made) != 1:
        return _Form()
    if isinstance(made[0], gast.JoinedStr):
        first, last = made[0].values[0], made[0].values[-1]
        return _Form(*(str(each.value) if isinstance(each, gast.Constant) else "" for each in (first, last)))
    if isinstance(made[0], gast.BinOp) and isinstance(made[0].op, gast.Add):
        left, right = scene.fact(made[0].left), scene.fact(made[0].right)
        return _Form(*(str(each.value) if each.known else "" for each in (left, right)))
    return _Form()


def _members(owner: Fact, form: _Form) -> list[str]:
    """Return the names of the methods of an object that a text may be the name of; none if these may not be all."""
    if owner.kind not in ("object", "enum") or owner.cls is None or not (form.start or form.end):
        return []
    every = dict.fromkeys(each for cls in owner.cls.__mro__ for each in vars(cls))
    fitting = [each for each in every if form.fits(each) and not each.startswith("__")]
    kept = [each for each in owner.keys or () if form.fits(str(each))]
    are_methods = all(method_of(owner, each) is not None for each in fitting)
    return fitting if are_methods and not kept and len(fitting) <= MOST_MEMBERS else []


def _chosen(scene: Scene, node: gast.Call, members: list[str]) -> gast.expr:
    owner, asked = node.args
    result, source = scene.held(constant(None), "v"), scene.recorder.current
    whole: Block = (Raise(gast.Call(name("AttributeError"), [asked], []), None, source),)
    for member in reversed(members):
        test = gast.Compare(asked, [gast.Eq()], [constant(member)])
        whole = (If(test, (Assign(store_name(result.id), attribute(owner, member), source),), whole, source),)
    for statement in whole:
        scene.recorder.emit(statement)
    return result
