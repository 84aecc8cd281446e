package io.ndmap.spark.encode;

import java.io.Serializable;
import org.apache.spark.sql.types.StructType;

/// The plan that the driver sends to all tasks of a write.
///
/// @param target the file that is written or appended to, for messages
/// @param working the temporary file into which the tasks write, in the same folder
/// @param rows the columns of a row
/// @param indexColumn the name of the column with the index of a row
/// @param dtype the dtype of a row as text; empty if it follows from the columns
/// @param fortranOrder whether the file is in Fortran order, with the rows along its last axis
public record WritePlan(
    String target,
    String working,
    StructType rows,
    String indexColumn,
    String dtype,
    boolean fortranOrder)
    implements Serializable {

  private static final long serialVersionUID = 1L;
}
