"""From a function or a file to a checked gast tree: where source text becomes trees."""
