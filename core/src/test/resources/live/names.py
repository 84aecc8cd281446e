# Functions of ndmap that NumPy lacks, or has as one result of two.
import numpy as np

np.fraction = lambda a: np.modf(a)[0]
np.mantissa = lambda a: np.frexp(a)[0]
np.exponent = lambda a: np.frexp(a)[1]
