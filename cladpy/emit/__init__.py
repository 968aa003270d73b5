"""From trees to text: the printer, and the statements that only it knows."""
