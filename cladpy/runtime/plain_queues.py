"""``heapq`` and ``bisect.insort`` in plain Python: the same comparisons in the same order, and so the same lists."""

from typing import Any


def heappush(heap: list[Any], item: Any) -> None:
    """Put an item into a heap, as ``heapq.heappush``.

    Examples
    --------
    >>> heap = [1.0, 3.0]
    >>> heappush(heap, 0.5)
    >>> heap
    [0.5, 3.0, 1.0]
    """
    heap.append(item)
    place = len(heap) - 1
    while place > 0:
        parent = (place - 1) // 2
        if not item < heap[parent]:
            break
        heap[place] = heap[parent]
        place = parent
    heap[place] = item


def heappop(heap: list[Any]) -> Any:
    """Take the smallest item out of a heap, as ``heapq.heappop``.

    Examples
    --------
    >>> heap = [0.5, 3.0, 1.0]
    >>> heappop(heap), heap
    (0.5, [1.0, 3.0])
    """
    last = heap.pop()
    top = last
    if len(heap) > 0:
        top = heap[0]
        place = 0
        child = 1
        while child < len(heap):
            if child + 1 < len(heap) and not heap[child] < heap[child + 1]:
                child = child + 1
            heap[place] = heap[child]
            place = child
            child = 2 * place + 1
        while place > 0:
            parent = (place - 1) // 2
            if not last < heap[parent]:
                break
            heap[place] = heap[parent]
            place = parent
        heap[place] = last
    return top


def heapify(heap: list[Any]) -> None:
    """Make a heap of a list, as ``heapq.heapify``.

    Examples
    --------
    >>> heap = [3.0, 1.0, 2.0]
    >>> heapify(heap)
    >>> heap
    [1.0, 3.0, 2.0]
    """
    for start in range(len(heap) // 2 - 1, -1, -1):
        moved = heap[start]
        place = start
        child = 2 * place + 1
        while child < len(heap):
            if child + 1 < len(heap) and not heap[child] < heap[child + 1]:
                child = child + 1
            heap[place] = heap[child]
            place = child
            child = 2 * place + 1
        while place > start:
            parent = (place - 1) // 2
            if not moved < heap[parent]:
                break
            heap[place] = heap[parent]
            place = parent
        heap[place] = moved


def insort_right(a: list[Any], x: Any) -> None:
    """Put an item into a sorted list behind those that equal it, as ``bisect.insort``.

    Examples
    --------
    >>> values = [1.0, 3.0]
    >>> insort_right(values, 2.0)
    >>> values
    [1.0, 2.0, 3.0]
    """
    low = 0
    high = len(a)
    while low < high:
        middle = (low + high) // 2
        if x < a[middle]:
            high = middle
        else:
            low = middle + 1
    a.insert(low, x)


def insort_left(a: list[Any], x: Any) -> None:
    """Put an item into a sorted list before those that equal it, as ``bisect.insort_left``.

    Examples
    --------
    >>> values = [1.0, 3.0]
    >>> insort_left(values, 2.0)
    >>> values
    [1.0, 2.0, 3.0]
    """
    low = 0
    high = len(a)
    while low < high:
        middle = (low + high) // 2
        if a[middle] < x:
            low = middle + 1
        else:
            high = middle
    a.insert(low, x)
