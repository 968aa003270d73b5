"""The rows of the matrix that cladpy refuses, each with the code of its error."""

REFUSED: dict[str, str] = {}
