"""A random function that updates, returns or keeps what it is given, and its calls."""

import numpy as np


class Helpers:
    """Functions that update, return or keep what they are given."""

    def __init__(self, choose, args, writer_of):
        self.choose = choose
        shape = choose.choice((args[0][0].shape, args[0][0].shape[-1:]))
        sample = tuple((np.linspace(0.3, 1.2, int(np.prod(shape))).reshape(shape), arg[1], arg[2]) for arg in args)
        writer = writer_of(choose, sample, signature="z, w, p")
        writer.put(["total = 0.0"])
        writer.statements(choose.choice((1, 1, 2, 3)))
        self.kind = choose.choice(("updates", "updates", "returns", "returns a view", "returns a number", "keeps"))
        values = writer.scope()
        last = {
            "updates": "return None",
            "returns": f"return {values.an_array()}",
            "returns a view": f"return {values.an_array()}[1:]",
            "returns a number": f"return np.sum({values.an_array()} ** 2) * p",
            "keeps": f"return ({values.an_array()}, z)",
        }[self.kind]
        text = "def update(" + writer.text(last).partition("\ndef f(")[2]
        if self.kind == "updates":
            text = text.replace("    return None\n", "")
        self.text = f"{text}\n\n"

    def call(self, scope):
        """Return a call with arrays of the scope, the same one twice sometimes."""
        first, second = scope.an_array(), scope.an_array()
        if self.choose.random() < 0.25:
            second = first
        taken = self.choose.choice((first, first, f"{first}[1:]", f"{first}[::-1]", f"{first}[0]", f"{first}.T"))
        called = f"update({taken}, {second}, {self.choose.choice(('p', '0.7', 'p * p'))})"
        name = scope.name("uvwab")
        if self.kind == "updates":
            return called
        if self.kind == "returns a number":
            return self.choose.choice((f"total += {called}", called))
        if self.kind == "keeps":
            return f"{name}, {scope.name('uvw')} = {called}"
        return self.choose.choice((f"{name} = {called}", called))
