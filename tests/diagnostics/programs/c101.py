"""Variables outside the function are written."""

count = 0


def counted(x):
    global count
    count += 1  # error[C101]: the global variable 'count' is written, and to a derivative globals are constants
    return x * x


def scaled(x):
    global count  # reading it is fine
    return count * x


def make():
    total = 0.0

    def running(x):
        nonlocal total
        total = total + x  # error[C101]: 'total' belongs to a function around the differentiated one and is written
        return total

    return running
