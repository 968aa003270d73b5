"""The intermediate representation: statements, expressions and facts."""
