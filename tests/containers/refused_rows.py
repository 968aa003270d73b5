"""The rows of the matrix that cladpy refuses, each with the code of its error."""

REFUSED: dict[str, str] = {
    "objects-rebound_by_one_path-by_if-early_exit-only_other-c": "C121",
}
