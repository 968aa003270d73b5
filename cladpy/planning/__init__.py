"""From a request to the requests that it needs: discovery in files, the scheduler, the graph of requests."""
