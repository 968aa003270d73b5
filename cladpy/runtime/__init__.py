"""What generated code calls: NumPy in, NumPy out, nothing of the compiler.

A formula of a rule may name everything that is exported here.
"""

from cladpy.runtime.as_cotangent import (
    as_cotangent,
)
from cladpy.runtime.assembly import (
    block_adjoint,
    broadcast_adjoint,
    delete_adjoint,
    insert_adjoint,
    meshgrid_adjoint,
    resize_adjoint,
    sliding_window_adjoint,
    trimmed,
)
from cladpy.runtime.averages import (
    gather_weights,
    spread_weights,
    weights_total,
)
from cladpy.runtime.axis_products import (
    cumprod_adjoint,
    cumprod_curvature,
    cumprod_tangent,
    prod_adjoint,
    prod_curvature,
)
from cladpy.runtime.check_facts import (
    check_facts,
)
from cladpy.runtime.check_number import (
    check_number,
)
from cladpy.runtime.check_overlap import check_apart, check_overlap
from cladpy.runtime.check_scalar import (
    check_scalar,
)
from cladpy.runtime.check_slots import (
    check_slots,
)
from cladpy.runtime.check_tangent import (
    check_tangent,
)
from cladpy.runtime.check_unshared import check_unshared
from cladpy.runtime.checkpointing import (
    checkpoint,
    checkpointed,
    replayed,
)
from cladpy.runtime.choices import (
    choose_adjoint,
    select_adjoint,
)
from cladpy.runtime.complex_parts import (
    conjugated,
    real_part,
)
from cladpy.runtime.contexts import (
    entered,
    not_caught,
    on_exception,
    told_of_exceptions,
)
from cladpy.runtime.convolutions import (
    convolve_adjoint,
    correlate_adjoint_left,
    correlate_adjoint_right,
)
from cladpy.runtime.covariances import (
    corrcoef_adjoint,
    corrcoef_tangent,
    cov_adjoint,
    cov_tangent,
)
from cladpy.runtime.deviations import (
    std_adjoint,
    var_adjoint,
)
from cladpy.runtime.differences import (
    edged,
    edged_diff_adjoint,
    steps_along,
    steps_along_adjoint,
    sum_neighbours,
    sum_neighbours_adjoint,
)
from cladpy.runtime.distinct import (
    found_adjoint,
    found_tangent,
    unique_adjoint,
    unique_tangent,
)
from cladpy.runtime.eigenvectors import (
    eig_adjoint,
    eig_tangent,
    eigvals_adjoint,
    eigvals_tangent,
    roots_adjoint,
    roots_tangent,
)
from cladpy.runtime.einsum import (
    einsum_adjoint,
    einsum_operand_adjoint,
    einsum_replaced,
    einsum_second_adjoint,
    einsum_second_tangent,
    einsum_tangent,
)
from cladpy.runtime.error_estimates import (
    ErrorLog,
    note_error,
    noted,
)
from cladpy.runtime.extrema import (
    extremum_adjoint,
    extremum_tangent,
    initial_share,
    ptp_adjoint,
    ptp_tangent,
)
from cladpy.runtime.fft import (
    fftn_adjoint,
    hfft_adjoint,
    ifftn_adjoint,
    ihfft_adjoint,
    irfft_adjoint,
    irfftn_adjoint,
    resized,
    rfft_adjoint,
    rfftn_adjoint,
    transformed_axes,
)
from cladpy.runtime.gradients import (
    gradient_adjoint,
    gradient_spacing_adjoint,
    gradient_spacing_tangent,
)
from cladpy.runtime.guards import (
    divide_guarded,
    multiply_guarded,
    power_adjoint,
    power_exponent_adjoint,
    sum_guarded,
)
from cladpy.runtime.hermitian import (
    cholesky_adjoint,
    cholesky_tangent,
    eigh_adjoint,
    eigh_tangent,
    eigvalsh_adjoint,
    eigvalsh_tangent,
)
from cladpy.runtime.histograms import (
    histogram_bins,
    histogram_edges_adjoint,
    histogram_edges_tangent,
)
from cladpy.runtime.indexing import (
    add_at,
    flat_index,
    item_adjoint,
    scatter_add,
)
from cladpy.runtime.interpolation import (
    interp_adjoint,
    interp_slope,
    interp_slope_adjoint,
)
from cladpy.runtime.layouts import (
    entry_tangent,
    laid_out_like,
)
from cladpy.runtime.least_squares import (
    lstsq_adjoint,
    lstsq_tangent,
    pinv_adjoint,
    pinv_tangent,
)
from cladpy.runtime.linalg import (
    cofactors_tangent,
    det_adjoint,
    slogdet_adjoint,
    slogdet_tangent,
    solve_adjoint_left,
    solve_adjoint_right,
    solve_tangent_left,
)
from cladpy.runtime.masks import (
    larger_share,
    masked,
    smaller_share,
)
from cladpy.runtime.matrix_powers import (
    cond_adjoint,
    matrix_power_adjoint,
    matrix_power_tangent,
    multi_dot_adjoint,
    multi_dot_tangent,
)
from cladpy.runtime.no_adjoint import (
    NoAdjoint,
    no_adjoint,
)
from cladpy.runtime.norms import (
    norm_adjoint,
    norm_along,
    vector_norm_adjoint,
)
from cladpy.runtime.order_statistics import (
    partition_adjoint,
    partition_tangent,
    quantile_adjoint,
    quantile_slope,
    quantile_tangent,
)
from cladpy.runtime.orders import (
    order_of,
)
from cladpy.runtime.overlaps import add_overlapping, writable
from cladpy.runtime.padding import (
    pad_adjoint,
    pad_choice_adjoint,
    pad_choice_tangent,
    pad_linear_adjoint,
)
from cladpy.runtime.patterns import (
    matches_mapping,
    matches_sequence,
    without_keys,
)
from cladpy.runtime.plain_collections import (
    PlainCounter,
    PlainDeque,
    PlainDict,
    PlainDictOfDicts,
    PlainDictOfFloats,
    PlainDictOfInts,
    PlainDictOfLists,
)
from cladpy.runtime.polynomials import (
    poly_adjoint,
    poly_tangent,
    polyfit_adjoint,
    polyfit_tangent,
    polymul_adjoint,
    vander_slopes,
)
from cladpy.runtime.products import (
    cross_adjoint,
    dot_adjoint_left,
    dot_adjoint_right,
    inner_adjoint,
    kron_adjoint,
    matmul_adjoint_left,
    matmul_adjoint_right,
    tensordot_adjoint_left,
    tensordot_adjoint_right,
)
from cladpy.runtime.qr import (
    qr_adjoint,
    qr_r_adjoint,
    qr_r_tangent,
    qr_tangent,
)
from cladpy.runtime.reductions import (
    mean_adjoint,
    mean_tangent,
    ratio_along,
    ratio_or_zero,
    reduced_count,
    reduced_size,
    restore_axes,
    unreduce,
)
from cladpy.runtime.root_powers import (
    power_of_distance,
    power_of_hypot,
    squared_distance,
    squared_modulus,
    squared_norm,
)
from cladpy.runtime.scans import (
    cumsum_adjoint,
)
from cladpy.runtime.selection import (
    diag_adjoint,
    diagonal_adjoint,
    diff_adjoint,
    sort_adjoint,
    sort_tangent,
    take_adjoint,
    take_along_axis_adjoint,
)
from cladpy.runtime.sequences import (
    array_adjoint,
    c_adjoint,
    column_stack_adjoint,
    dstack_adjoint,
    hstack_adjoint,
    join_adjoint,
    list_adjoint,
    r_adjoint,
    shapes_of,
    split_adjoint,
    vstack_adjoint,
)
from cladpy.runtime.shadows import (
    Shadow,
    add_cells,
    add_to_shadow,
    fresh_cells,
    put_back,
    put_slice,
    replaced,
    restore,
    shadow_adjoint,
    take_out,
    taken_back,
    taken_slice,
    zero_shadow,
)
from cladpy.runtime.shaping import (
    inverse_axes,
    linspace_adjoint,
    repeat_adjoint,
    rollaxis_adjoint,
    tile_adjoint,
)
from cladpy.runtime.slopes import (
    abs_slope,
    bessel_i1,
    digamma,
    logaddexp_slope,
    products_of_others,
    sinc_curvature,
    sinc_slope,
)
from cladpy.runtime.stop_adjoint import (
    stop_adjoint,
)
from cladpy.runtime.storage import (
    add_adjoints,
    detached,
    entry_copy,
    filled,
    fold_repeats,
    own,
    return_copy,
    take_last,
    zero_adjoint,
)
from cladpy.runtime.svd import (
    svd_adjoint,
    svd_tangent,
    svdvals_adjoint,
    svdvals_tangent,
)
from cladpy.runtime.tangents import (
    as_tangent,
    floating_parts,
    object_of,
    unit_tangent,
    zero_tangent,
)
from cladpy.runtime.ufunc_methods import (
    extremum_scan_adjoint,
    extremum_scan_tangent,
    logaddexp_scan_adjoint,
    logaddexp_scan_tangent,
    reduceat_adjoint,
    softmax_share,
)
from cladpy.runtime.unbroadcast import (
    unbroadcast,
    unbroadcast_to,
)
from cladpy.runtime.zeros import (
    zero_init,
    zero_like,
)

__all__ = [
    "ErrorLog",
    "NoAdjoint",
    "PlainCounter",
    "PlainDeque",
    "PlainDict",
    "PlainDictOfDicts",
    "PlainDictOfFloats",
    "PlainDictOfInts",
    "PlainDictOfLists",
    "Shadow",
    "abs_slope",
    "add_adjoints",
    "add_at",
    "add_cells",
    "add_overlapping",
    "add_to_shadow",
    "array_adjoint",
    "as_cotangent",
    "as_tangent",
    "bessel_i1",
    "block_adjoint",
    "broadcast_adjoint",
    "c_adjoint",
    "check_apart",
    "check_facts",
    "check_number",
    "check_overlap",
    "check_scalar",
    "check_slots",
    "check_tangent",
    "check_unshared",
    "checkpoint",
    "checkpointed",
    "cholesky_adjoint",
    "cholesky_tangent",
    "choose_adjoint",
    "cofactors_tangent",
    "column_stack_adjoint",
    "cond_adjoint",
    "conjugated",
    "convolve_adjoint",
    "corrcoef_adjoint",
    "corrcoef_tangent",
    "correlate_adjoint_left",
    "correlate_adjoint_right",
    "cov_adjoint",
    "cov_tangent",
    "cross_adjoint",
    "cumprod_adjoint",
    "cumprod_curvature",
    "cumprod_tangent",
    "cumsum_adjoint",
    "delete_adjoint",
    "det_adjoint",
    "detached",
    "diag_adjoint",
    "diagonal_adjoint",
    "diff_adjoint",
    "digamma",
    "divide_guarded",
    "dot_adjoint_left",
    "dot_adjoint_right",
    "dstack_adjoint",
    "edged",
    "edged_diff_adjoint",
    "eig_adjoint",
    "eig_tangent",
    "eigh_adjoint",
    "eigh_tangent",
    "eigvals_adjoint",
    "eigvals_tangent",
    "eigvalsh_adjoint",
    "eigvalsh_tangent",
    "einsum_adjoint",
    "einsum_operand_adjoint",
    "einsum_replaced",
    "einsum_second_adjoint",
    "einsum_second_tangent",
    "einsum_tangent",
    "entered",
    "entry_copy",
    "entry_tangent",
    "extremum_adjoint",
    "extremum_scan_adjoint",
    "extremum_scan_tangent",
    "extremum_tangent",
    "fftn_adjoint",
    "filled",
    "flat_index",
    "floating_parts",
    "fold_repeats",
    "found_adjoint",
    "found_tangent",
    "fresh_cells",
    "gather_weights",
    "gradient_adjoint",
    "gradient_spacing_adjoint",
    "gradient_spacing_tangent",
    "hfft_adjoint",
    "histogram_bins",
    "histogram_edges_adjoint",
    "histogram_edges_tangent",
    "hstack_adjoint",
    "ifftn_adjoint",
    "ihfft_adjoint",
    "initial_share",
    "inner_adjoint",
    "insert_adjoint",
    "interp_adjoint",
    "interp_slope",
    "interp_slope_adjoint",
    "inverse_axes",
    "irfft_adjoint",
    "irfftn_adjoint",
    "item_adjoint",
    "join_adjoint",
    "kron_adjoint",
    "laid_out_like",
    "larger_share",
    "linspace_adjoint",
    "list_adjoint",
    "logaddexp_scan_adjoint",
    "logaddexp_scan_tangent",
    "logaddexp_slope",
    "lstsq_adjoint",
    "lstsq_tangent",
    "masked",
    "matches_mapping",
    "matches_sequence",
    "matmul_adjoint_left",
    "matmul_adjoint_right",
    "matrix_power_adjoint",
    "matrix_power_tangent",
    "mean_adjoint",
    "mean_tangent",
    "meshgrid_adjoint",
    "multi_dot_adjoint",
    "multi_dot_tangent",
    "multiply_guarded",
    "no_adjoint",
    "norm_adjoint",
    "norm_along",
    "not_caught",
    "note_error",
    "noted",
    "object_of",
    "on_exception",
    "order_of",
    "own",
    "pad_adjoint",
    "pad_choice_adjoint",
    "pad_choice_tangent",
    "pad_linear_adjoint",
    "partition_adjoint",
    "partition_tangent",
    "pinv_adjoint",
    "pinv_tangent",
    "poly_adjoint",
    "poly_tangent",
    "polyfit_adjoint",
    "polyfit_tangent",
    "polymul_adjoint",
    "power_adjoint",
    "power_exponent_adjoint",
    "power_of_distance",
    "power_of_hypot",
    "prod_adjoint",
    "prod_curvature",
    "products_of_others",
    "ptp_adjoint",
    "ptp_tangent",
    "put_back",
    "put_slice",
    "qr_adjoint",
    "qr_r_adjoint",
    "qr_r_tangent",
    "qr_tangent",
    "quantile_adjoint",
    "quantile_slope",
    "quantile_tangent",
    "r_adjoint",
    "ratio_along",
    "ratio_or_zero",
    "real_part",
    "reduceat_adjoint",
    "reduced_count",
    "reduced_size",
    "repeat_adjoint",
    "replaced",
    "replayed",
    "resize_adjoint",
    "resized",
    "restore",
    "restore_axes",
    "return_copy",
    "rfft_adjoint",
    "rfftn_adjoint",
    "rollaxis_adjoint",
    "roots_adjoint",
    "roots_tangent",
    "scatter_add",
    "select_adjoint",
    "shadow_adjoint",
    "shapes_of",
    "sinc_curvature",
    "sinc_slope",
    "sliding_window_adjoint",
    "slogdet_adjoint",
    "slogdet_tangent",
    "smaller_share",
    "softmax_share",
    "solve_adjoint_left",
    "solve_adjoint_right",
    "solve_tangent_left",
    "sort_adjoint",
    "sort_tangent",
    "split_adjoint",
    "spread_weights",
    "squared_distance",
    "squared_modulus",
    "squared_norm",
    "std_adjoint",
    "steps_along",
    "steps_along_adjoint",
    "stop_adjoint",
    "sum_guarded",
    "sum_neighbours",
    "sum_neighbours_adjoint",
    "svd_adjoint",
    "svd_tangent",
    "svdvals_adjoint",
    "svdvals_tangent",
    "take_adjoint",
    "take_along_axis_adjoint",
    "take_last",
    "take_out",
    "taken_back",
    "taken_slice",
    "tensordot_adjoint_left",
    "tensordot_adjoint_right",
    "tile_adjoint",
    "told_of_exceptions",
    "transformed_axes",
    "trimmed",
    "unbroadcast",
    "unbroadcast_to",
    "unique_adjoint",
    "unique_tangent",
    "unit_tangent",
    "unreduce",
    "vander_slopes",
    "var_adjoint",
    "vector_norm_adjoint",
    "vstack_adjoint",
    "weights_total",
    "without_keys",
    "writable",
    "zero_adjoint",
    "zero_init",
    "zero_like",
    "zero_shadow",
    "zero_tangent",
]
