package runbench.catalogue.generate;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * One large preprocessed C translation unit, shaped like a program rather than like noise: records, tables, small
 * inline helpers, and functions of the kinds that keep the passes of an optimising compiler busy - numeric loops,
 * interpreters with large switches, list and tree walks, scanners, and callers that invite inlining.
 */
final class CUnit {
    private static final int STRUCTS = 12;
    private static final int TABLES = 10;
    private final SplitMix random;
    private final int functions;
    private final StringBuilder text = new StringBuilder(1 << 20);

    CUnit(long seed, int functions) {
        this.random = new SplitMix(seed);
        this.functions = functions;
    }

    void write(OutputStream out) throws IOException {
        text.append("# 1 \"unit.c\"\ntypedef unsigned long size_type;\ntypedef unsigned int u32;\ntypedef unsigned "
                + "char u8;\n");
        text.append("extern void *obtain(size_type);\nextern void release(void *);\nextern int report(const char *, "
                + "...);\n");
        for (int i = 0; i < STRUCTS; i++) {
            struct(i);
        }
        for (int i = 0; i < TABLES; i++) {
            table(i);
        }
        for (int i = 0; i < functions; i++) {
            switch (i % 8) {
                case 0 -> helper(i);
                case 1, 5 -> numericLoops(i);
                case 2 -> interpreter(i);
                case 3 -> walk(i);
                case 4 -> scanner(i);
                default -> caller(i);
            }
            out.write(text.toString().getBytes(StandardCharsets.US_ASCII));
            text.setLength(0);
        }
        text.append("int entry(int n, int *v, double *x)\n{\n  int sum = 0;\n");
        for (int i = 0; i < functions; i++) {
            text.append("  sum += ").append(call(i)).append(";\n");
        }
        text.append("  return sum;\n}\n");
        out.write(text.toString().getBytes(StandardCharsets.US_ASCII));
    }

    private void struct(int i) {
        text.append("struct node").append(i).append(" {\n  struct node").append(i).append(" *next, *left, *right;\n");
        text.append("  int key, count, flags[").append(random.between(2, 8)).append("];\n  double weight, part[4];\n");
        if (i > 0) {
            text.append("  struct node").append(random.below(i)).append(" *peer;\n");
        }
        text.append("  u8 name[").append(8 * random.between(1, 8)).append("];\n};\n");
    }

    private void table(int i) {
        text.append("static const int table").append(i).append("[1024] = {");
        for (int k = 0; k < 1024; k++) {
            text.append(k % 16 == 0 ? "\n  " : " ").append(random.between(-5000, 5000)).append(',');
        }
        text.append("\n};\n");
    }

    private void helper(int i) {
        text.append("static inline int f")
                .append(i)
                .append("(int n, int *v, double *x)\n{\n  int a = n, b = v[n & 7], c = n >> 2, d = 1;\n");
        text.append("  a = ")
                .append(expression(3))
                .append(";\n  if (")
                .append(condition(2))
                .append(")\n    b = ")
                .append(expression(3))
                .append(";\n");
        text.append("  x[a & 15] += ")
                .append(real(2))
                .append(";\n  return a + ")
                .append(expression(2))
                .append(";\n}\n");
    }

    private void numericLoops(int i) {
        open(i);
        text.append("  double s = 0, t = 1, y[64];\n  int j, k;\n  for (k = 0; k < 64; k++)\n    y[k] = x[k] * ")
                .append(random.between(1, 9))
                .append(";\n");
        int loops = random.between(3, 6);
        for (int l = 0; l < loops; l++) {
            text.append("  for (j = ")
                    .append(random.below(3))
                    .append("; j < n; j++) {\n    for (k = 1; k < 63; k++) {\n");
            text.append("      y[k] = ").append(real(3)).append(" + y[k - 1] * x[j + k] - y[k + 1];\n");
            text.append("      s += y[k] * t;\n");
            text.append("      if (y[k] > ")
                    .append(random.between(1, 99))
                    .append(")\n        v[(j + k) & 63] += ")
                    .append(expression(2))
                    .append(";\n    }\n");
            text.append("    t = s > 0 ? t * 0.5 + ")
                    .append(real(2))
                    .append(" : t;\n    a += v[j & 63] ^ table")
                    .append(random.below(TABLES))
                    .append("[j & 1023];\n  }\n");
        }
        statements(4, 2, 1, i);
        text.append("  return a + b + (int) s;\n}\n");
    }

    private void interpreter(int i) {
        open(i);
        text.append("  const int *code = table")
                .append(random.below(TABLES))
                .append(";\n  int pc = 0;\n  while (pc < 1000) {\n    switch (code[pc++] & 63) {\n");
        int cases = random.between(24, 60);
        for (int c = 0; c < cases; c++) {
            text.append("    case ").append(c).append(":\n");
            statements(random.between(1, 4), 2, 3, i);
            text.append(random.below(6) == 0 ? "      /* falls through */\n" : "      break;\n");
        }
        text.append("    default:\n      if (")
                .append(condition(1))
                .append(")\n        return a;\n      pc += d & 3;\n    }\n  }\n  return a ^ b ^ c;\n}\n");
    }

    private void walk(int i) {
        int s = random.below(STRUCTS);
        text.append("static int insert")
                .append(i)
                .append("(struct node")
                .append(s)
                .append(" **at, int key)\n{\n  struct node")
                .append(s)
                .append(" *p = *at;\n  if (!p) {\n    p = obtain(sizeof *p);\n    p->key = key;\n    p->left = "
                        + "p->right = p->next = 0;\n    *at = p;\n    return 1;\n  }\n")
                .append("  p->count++;\n  if (key == p->key)\n    return 0;\n  return 1 + insert")
                .append(i)
                .append("(key < p->key ? &p->left : &p->right, key);\n}\n");
        open(i);
        text.append("  struct node")
                .append(s)
                .append(" *root = 0, *p, *q;\n  for (a = 0; a < n; a++)\n    c += insert")
                .append(i)
                .append("(&root, v[a] ^ table")
                .append(random.below(TABLES))
                .append("[a & 1023]);\n  for (p = root; p; p = p->key & 1 ? p->left : p->right) {\n    for (q = "
                        + "p->next; q; q = q->next) {\n");
        statements(random.between(3, 7), 2, 3, i);
        text.append("      q->weight += ")
                .append(real(2))
                .append(";\n      q->flags[a & 1] = ")
                .append(expression(3))
                .append(";\n    }\n    p->count += ")
                .append(expression(3))
                .append(";\n  }\n  return a + c;\n}\n");
    }

    private void scanner(int i) {
        open(i);
        text.append("  const u8 *s = (const u8 *) v;\n  u32 hash = ")
                .append(random.between(1, 99999))
                .append("u;\n  while (*s) {\n");
        int tests = random.between(6, 14);
        for (int t = 0; t < tests; t++) {
            int low = 32 + random.below(60);
            text.append("    ")
                    .append(t == 0 ? "if" : "else if")
                    .append(" (*s >= ")
                    .append(low)
                    .append(" && *s <= ")
                    .append(low + random.below(20))
                    .append(") {\n");
            statements(random.between(1, 4), 2, 3, i);
            text.append("      hash = hash * ")
                    .append(random.between(3, 65599))
                    .append("u + *s;\n      s += ")
                    .append(random.between(1, 3))
                    .append(";\n    }\n");
        }
        text.append("    else\n      s++;\n    x[hash & 31] += ")
                .append(real(2))
                .append(";\n  }\n  return (int) hash + a;\n}\n");
    }

    private void caller(int i) {
        open(i);
        text.append("  int j;\n  for (j = 0; j < n; j += 1 + (a & 1)) {\n");
        statements(random.between(6, 14), 3, 2, i);
        text.append("  }\n  if (")
                .append(condition(2))
                .append(")\n    report(\"f")
                .append(i)
                .append(" %d %d\", a, b);\n  return c - d;\n}\n");
    }

    private void open(int i) {
        String linkage = random.below(3) == 0 ? "" : "static ";
        text.append(linkage)
                .append("int f")
                .append(i)
                .append("(int n, int *v, double *x)\n{\n  int a = n, b = ")
                .append(random.below(100))
                .append(", c = v[0], d = n ^ ")
                .append(random.below(1000))
                .append(";\n");
    }

    private void statements(int count, int depth, int indent, int function) {
        String pad = "  ".repeat(indent);
        for (int s = 0; s < count; s++) {
            switch (depth > 0 ? random.below(9) : random.below(5)) {
                case 0, 1 -> text.append(pad).append(variable()).append(" = ").append(expression(3)).append(";\n");
                case 2 -> text.append(pad)
                        .append("v[")
                        .append(expression(1))
                        .append(" & 63] += ")
                        .append(expression(2))
                        .append(";\n");
                case 3 ->
                    text.append(pad).append("x[").append(variable()).append(" & 31] = ").append(real(2)).append(";\n");
                case 4 -> text.append(pad)
                        .append(variable())
                        .append(" += ")
                        .append(function > 0 && random.below(3) > 0 ? call(random.below(function)) : expression(2))
                        .append(";\n");
                case 5, 6 -> {
                    text.append(pad).append("if (").append(condition(2)).append(") {\n");
                    statements(random.between(1, 3), depth - 1, indent + 1, function);
                    text.append(pad).append("} else {\n");
                    statements(random.between(1, 2), depth - 1, indent + 1, function);
                    text.append(pad).append("}\n");
                }
                case 7 -> {
                    text.append(pad)
                            .append("for (b = ")
                            .append(random.below(4))
                            .append("; b < ")
                            .append(random.between(5, 40))
                            .append("; b++) {\n");
                    statements(random.between(1, 3), depth - 1, indent + 1, function);
                    text.append(pad).append("}\n");
                }
                default -> {
                    text.append(pad).append("do {\n");
                    statements(random.between(1, 2), depth - 1, indent + 1, function);
                    text.append(pad).append("} while (--d > ").append(random.below(50)).append(");\n");
                }
            }
        }
    }

    private String call(int function) {
        return "f" + function + "(" + random.pick("n", "n - 1", "7", "16") + ", v + " + random.below(8) + ", x)";
    }

    private String variable() {
        return random.pick("a", "b", "c", "d");
    }

    private String expression(int depth) {
        if (depth == 0 || random.below(8) == 0) {
            return switch (random.below(4)) {
                case 0 -> Integer.toString(random.between(1, 9999));
                case 1 -> "v[" + variable() + " & 63]";
                case 2 -> "table" + random.below(TABLES) + "[" + variable() + " & 1023]";
                default -> variable();
            };
        }
        String left = expression(depth - 1);
        return switch (random.below(9)) {
            case 0 -> "(" + left + " << " + random.between(1, 7) + ")";
            case 1 -> "(" + left + " >> " + random.between(1, 15) + ")";
            case 2 -> "(" + left + " / " + random.between(3, 1000) + ")";
            case 3 -> "(" + condition(0) + " ? " + left + " : " + expression(depth - 1) + ")";
            default -> "(" + left + " " + random.pick("+", "-", "*", "^", "&", "|") + " " + expression(depth - 1) + ")";
        };
    }

    private String condition(int depth) {
        String test = expression(1) + " " + random.pick("<", ">", "==", "!=", "<=") + " " + expression(1);
        return depth == 0 ? test : "(" + test + ") " + random.pick("&&", "||") + " (" + condition(depth - 1) + ")";
    }

    private String real(int depth) {
        if (depth == 0) {
            return random.below(3) == 0 ? random.between(1, 99) + "." + random.below(100)
                    : "x[" + variable() + " & 31]";
        }
        return "(" + real(depth - 1) + " " + random.pick("+", "-", "*") + " " + real(depth - 1) + ")";
    }
}
