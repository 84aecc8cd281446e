package io.ndmap.loop.function;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Writes the code of a formula into a method: each term that is no constant goes into a local
/// variable of its own. All is in one method, as HotSpot would not always inline several, and then
/// make objects of vectors.
public abstract class FormulaCode {

  protected final CodeBuilder code;
  private final Map<Term, Integer> slots = new HashMap<>();

  protected FormulaCode(CodeBuilder code) {
    this.code = code;
  }

  /// Computes a term, if it is not there yet, and pushes it.
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

  /// The kind of a local variable that holds a term.
  protected abstract TypeKind kind(Term.Type type);

  protected abstract void pushConstant(Term term);

  /// Pushes operands, all of which are computed, and leaves the result in their place. A term
  /// without operands is an operand of the formula.
  protected abstract void operate(Term term, List<Term> operands);
}
