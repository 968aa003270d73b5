"""The programs under test are read, not collected: some cannot be imported."""

collect_ignore = ["programs"]
