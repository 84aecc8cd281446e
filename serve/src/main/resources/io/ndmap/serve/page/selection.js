// The selected elements as NumPy's index text, and as lines of Python, of Java and for the command.
// Pure functions.

import { escapeHidden } from "./text.js";

/**
 * The text of an index. Each of its parts is `null` for a whole axis, a number, or [start, stop],
 * where `stop` is exclusive.
 */
export function indexText(parts) {
  return parts
    .map((part) => (part === null ? ":" : Array.isArray(part) ? `${part[0]}:${part[1]}` : String(part)))
    .join(", ");
}

/** The number of elements that an index selects. */
export function selectedItems(shape, parts) {
  return shape.reduce((product, size, axis) => {
    const part = parts[axis];
    return product * (part === null ? size : Array.isArray(part) ? part[1] - part[0] : 1);
  }, 1);
}

/** The archive and the member in the name of an array, or the file and null. */
export function fileAndMember(meta) {
  if (meta.file !== undefined && meta.file !== null) {
    return [meta.file, meta.member ?? null];
  }
  const parts = /^(.*?\.(?:npz|zip|safetensors))::(.*)$/is.exec(meta.name);
  return parts ? [parts[1], parts[2]] : [meta.name, null];
}

/**
 * The parameter `field` for the names of nested fields, the outermost first. Commas and backslashes
 * within names are escaped.
 */
export function fieldText(...names) {
  return names.filter((name) => name !== "").map((name) => name.replace(/[\\,]/g, "\\$&")).join(",");
}

/** A string literal of Python. */
export function pythonString(text) {
  const escaped = escapeHidden(
    text.replace(/[\\']/g, "\\$&").replace(/\n/g, "\\n").replace(/\r/g, "\\r").replace(/\t/g, "\\t"),
    (code) => (code < 256 ? `\\x${hex(code, 2)}` : `\\u${hex(code, 4)}`));
  return `'${escaped}'`;
}

/**
 * A string literal of Java. Control characters are octal escapes, because Java treats `\u000a` as
 * the end of the line.
 */
export function javaString(text) {
  const escaped = escapeHidden(
    text.replace(/[\\"]/g, "\\$&").replace(/\n/g, "\\n").replace(/\r/g, "\\r").replace(/\t/g, "\\t"),
    (code) => (code < 256 ? `\\${code.toString(8).padStart(3, "0")}` : `\\u${hex(code, 4)}`));
  return `"${escaped}"`;
}

/**
 * A word of a POSIX shell. A word with characters that cannot be typed has the form `$'…'`, which
 * bash and zsh support.
 */
export function shellWord(text) {
  if (/^[A-Za-z0-9_.,:/@%+-][A-Za-z0-9_.,:/@%+=-]*$/.test(text)) return text;
  const octets = (code) =>
    [...new TextEncoder().encode(String.fromCharCode(code))].map((b) => `\\x${hex(b, 2)}`).join("");
  const escaped = escapeHidden(text, octets);
  if (escaped !== text) {
    const quoted = escapeHidden(text.replace(/[\\']/g, "\\$&"), octets);
    return `$'${quoted}'`;
  }
  return `'${text.replace(/'/g, "'\\''")}'`;
}

/** The lines of code that select the elements, by the name of the language. */
export function lines(meta, field, parts) {
  const [file, member] = fileAndMember(meta);
  const index = indexText(parts);
  const whole = parts.every((part) => part === null);
  return {
    Python: python(file, member, field, index, parts.length),
    Java: java(file, member, field, index, whole),
    ndmap: command(file, member, field, index, whole),
  };
}

function isSafetensors(file) {
  return /\.safetensors$/i.test(file);
}

function python(file, member, field, index, axes) {
  const array = member === null
    ? `np.load(${pythonString(file)}, mmap_mode='r')`
    : isSafetensors(file)
      ? `safetensors.safe_open(${pythonString(file)}, 'np').get_tensor(${pythonString(member)})`
      : `np.load(${pythonString(file)})[${pythonString(member)}]`;
  return array + (field ? `[${pythonString(field)}]` : "") + `[${axes === 0 ? "()" : index}]`;
}

function java(file, member, field, index, whole) {
  const selected =
    (field ? `.field(${javaString(field)})` : "") + (whole ? "" : `.slice(${javaString(index)})`);
  const type = member === null ? "NpyFile" : isSafetensors(file) ? "SafetensorsFile" : "NpzFile";
  const name = member === null ? "" : javaString(member);
  return `try (var file = ${type}.open(Path.of(${javaString(file)}))) { var x = file.view(${name})${selected}; }`;
}

function command(file, member, field, index, whole) {
  const words = ["ndmap", "get", shellWord(file.startsWith("-") ? `./${file}` : file)];
  if (!whole) words.push(shellWord(index));
  if (member !== null) words.push(shellWord(`--member=${member}`));
  if (field) words.push(shellWord(`--field=${field}`));
  return words.join(" ");
}

function hex(code, digits) {
  return code.toString(16).padStart(digits, "0");
}
