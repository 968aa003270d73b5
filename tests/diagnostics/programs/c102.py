"""Asynchronous code."""


async def fetched(x):  # error[C102]: asynchronous code: the event loop decides when it goes on, so its reverse has no order
    return 2 * await x
