package io.ndmap.loop.function;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Generates the code of a formula. Each term that is not a constant has its own local variable.
/// All code is in one method: HotSpot would not always inline several methods, and would then
/// allocate vectors.
public abstract class FormulaCode {

  protected final CodeBuilder code;
  private final Map<Term, Integer> slots = new HashMap<>();

  protected FormulaCode(CodeBuilder code) {
    this.code = code;
  }

  /// Computes a term, if it has not been computed, and pushes it.
  protected final void push(Term term) {
    if (isConstant(term)) {
      pushConstant(term);
      return;
    }
    Integer slot = slots.get(term);
    if (slot == null) {
      term.operands().forEach(this::compute);
      operate(term, term.operands());
      slot = code.allocateLocal(kind(term.op().type()));
      code.storeLocal(kind(term.op().type()), slot);
      slots.put(term, slot);
    }
    code.loadLocal(kind(term.op().type()), slot);
  }

  private void compute(Term term) {
    if (!isConstant(term) && !slots.containsKey(term)) {
      push(term);
      if (kind(term.op().type()).slotSize() == 1) {
        code.pop();
      } else {
        code.pop2();
      }
    }
  }

  private static boolean isConstant(Term term) {
    return term.op() == Term.Op.CONSTANT || term.op() == Term.Op.INTEGER;
  }

  /// Returns the type of a local variable for a term.
  protected abstract TypeKind kind(Term.Type type);

  protected abstract void pushConstant(Term term);

  /// Pushes operands, all of which are computed, and replaces them with the result. A term without
  /// operands is an operand of the formula.
  protected abstract void operate(Term term, List<Term> operands);
}
